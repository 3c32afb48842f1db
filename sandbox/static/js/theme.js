// Sets the colour theme before the first paint. A classic script, so it runs ahead of the modules.
(() => {
  const known = ["dark", "light", "system"];
  let theme = "dark";
  try {
    const saved = localStorage.getItem("sandbox.theme");
    if (known.includes(saved)) theme = saved;
  } catch {
    // Storage may be switched off; the dark theme then stays.
  }
  document.documentElement.dataset.theme = theme;
})();
