// "New here?": three first steps, and the keys.

import { openDialog } from "./dialog.js";
import { fill, h } from "./dom.js";
import { guide as told } from "./guides.js";
import { store } from "./state.js";

const KEYS = [
  ["/", "all commands; then type, arrows, Tab or Enter"],
  ["Enter", "send; Shift+Enter for a new line"],
  ["Ctrl+K", "jump to a channel, thread or person"],
  ["Esc", "close a list, a form, a picture"],
  ["Tab", "from part to part; everything works without a mouse"],
];

function step(title, words, action) {
  return h("li", {}, h("strong", {}, title), h("p", {}, words), action);
}

/** Opens the panel. `actions`: become(userId), open(channelId), command(label); null before a person is chosen. */
export function openHelp(actions) {
  const { body, close } = openDialog({ title: "New here?", className: "help-dialog" });
  const then = (run) => () => {
    close();
    run();
  };
  const guide = told();
  const people = [...store.users.values()].filter((user) => !user.bot);
  const seat = people.find((user) => user.display_name.startsWith(guide.person)) ?? people[0];
  const name = seat?.display_name ?? "somebody";
  const channels = store.openable().filter((place) => place.kind === "channel");
  const room = channels.find((place) => place.name === guide.channel) ?? (guide.channel ? undefined : channels[0]);
  const button = (words, run, disabled = false) => h("button", { type: "button", class: "button style-2", disabled, on: { click: then(run) } }, words);
  const isSeat = seat && store.me?.id === seat.id;
  const commands = guide.commands.map((command) => `/${command}`);
  fill(body,
    h("p", { class: "muted" }, "This is a Discord of your own, on your own machine: the same bot, the same commands, and nobody else."),
    guide.answer && h("p", {}, h("strong", {}, guide.question), guide.answer),
    guide.command && h("div", { class: "step-buttons" }, store.me
      ? button(`/${guide.command}`, () => actions.command(guide.command))
      : button(guide.become(name), async () => {
        await actions.become(seat.id);
        actions.command(guide.command);
      }, !seat)),
    h("ol", { class: "help-steps" },
      step(`Be ${name}`, guide.about(name), seat && (isSeat ? h("p", { class: "done-tag" }, `You are ${name}.`) : button(`Become ${name}`, () => actions.become(seat.id)))),
      step(`Open #${room?.name ?? (guide.channel || "a channel")}`, guide.place, room && button(`Open #${room.name}`, () => actions.open(room.id))),
      step(`Type ${commands.join(" or ") || "/"}`, "A list opens as you type. Choose with the arrows and Enter, fill in what it asks, press Enter again.",
        store.me && h("div", { class: "step-buttons" }, guide.commands.map((command) => button(`/${command}`, () => actions.command(command)))))),
    h("h3", {}, "Keys"),
    h("dl", { class: "key-list" }, KEYS.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)])));
}
