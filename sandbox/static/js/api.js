// The human side of the sandbox's HTTP API. Every failure is an Error whose message is a sentence to show.

const BASE = "/sandbox/api";
let userId = null;

/** Chooses who this tab speaks as. */
export function setUser(id) {
  userId = id;
}

async function request(method, path, body) {
  const headers = userId ? { "X-Sandbox-User": userId } : {};
  const init = { method, headers, cache: "no-store" };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(BASE + path, init);
  } catch {
    throw new Error("The sandbox is not answering. Is it still running in your terminal?");
  }
  const text = await response.text();
  let data = null;
  try {
    data = JSON.parse(text);
  } catch {
    // An answer without JSON says nothing more.
  }
  if (!response.ok) {
    const said = typeof data?.error === "string" ? data.error : data?.message;
    throw new Error(said || `The sandbox refused this (${response.status}).`);
  }
  return data;
}

/** JSON, or multipart with a payload_json part when there are files to carry. */
function withFiles(payload, files) {
  if (!files || files.size === 0) return payload;
  const form = new FormData();
  form.append("payload_json", new Blob([JSON.stringify(payload)], { type: "application/json" }));
  for (const [name, file] of files) form.append(name, file, file.name);
  return form;
}

const query = (fields) => {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return known.length ? `?${new URLSearchParams(known)}` : "";
};

export const getUsers = () => request("GET", "/users");
export const getGuide = () => request("GET", "/guide");
export const getHome = () => request("GET", "/home");
export const getMessages = (channelId, before) => request("GET", `/channels/${channelId}/messages${query({ before, limit: 50 })}`);
export const postMessage = (channelId, content) => request("POST", `/channels/${channelId}/messages`, { content });
export const getCommands = (channelId) => request("GET", `/commands${query({ channel_id: channelId })}`);
export const autocomplete = (body) => request("POST", "/autocomplete", body);
export const runCommand = (body, files) => request("POST", "/command", withFiles(body, files));
export const clickComponent = (body) => request("POST", "/component", body);
export const submitModal = (body, files) => request("POST", "/modal", withFiles(body, files));
export const openDm = (recipientId) => request("POST", "/dms", { recipient_id: recipientId });
export const patchMe = (changes) => request("PATCH", "/me", changes);
export const getDeveloper = () => request("GET", "/developer");
export const getRequests = (after) => request("GET", `/requests${query({ after, limit: 100 })}`);
export const forgetRequests = () => request("DELETE", "/requests");
export const changeClock = (body) => request("POST", "/clock", body);
export const changeSettings = (body) => request("POST", "/settings", body);
export const addFault = (body) => request("POST", "/faults", body);
export const eventsUrl = (id) => `${BASE}/events${query({ user: id })}`;
