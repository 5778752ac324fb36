/* The keyboard: j k to go from entry to entry, o open, s star, m read, / search, t view, g h home, g t timeline, ? help. Never inside
   inputs, never with a modifier; the help has a switch that turns single keys off. */
((tagloom) => {
  "use strict";
  const { make, store, t } = tagloom;
  const KEYS = { "j / k": "move", o: "open", s: "star", m: "read", "/": "search", t: "view", "g h": "home", "g t": "timeline", "?": "help" };
  if (!document.querySelector(".tl-search input, .tl-ask input")) delete KEYS["/"];
  let waiting = 0;

  const cards = () => [...document.querySelectorAll(".tl-entry")].filter((card) => card.offsetParent !== null);
  const current = () => document.activeElement?.closest?.(".tl-entry") || document.querySelector(".tl-is-current");
  const move = (step) => {
    const all = cards();
    if (!all.length) return;
    const at = all.indexOf(current());
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)];
    document.querySelectorAll(".tl-is-current").forEach((card) => card.classList.remove("tl-is-current"));
    next.classList.add("tl-is-current");
    const smooth = matchMedia("(prefers-reduced-motion: no-preference)").matches;
    next.querySelector(".tl-title a, a")?.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start", behavior: smooth ? "smooth" : "auto" });
  };
  const withCard = async (act) => {
    const card = current() || (cards().length === 1 ? cards()[0] : null);
    if (!card) return;
    await tagloom.use("reading");
    await tagloom.reading.ready;
    act(card);
  };
  const search = () => {
    const input = document.querySelector(".tl-ask input") || document.querySelector(".tl-search input");
    input?.focus();
    input?.select();
  };
  const view = () => {
    const inputs = [...document.querySelectorAll(".tl-views input")];
    const next = inputs.find((input) => !input.checked);
    next?.click();
  };
  const help = async () => {
    await tagloom.words();
    let dialog = document.querySelector(".tl-help");
    if (!dialog) {
      const off = make("input", { type: "checkbox", onchange: () => store.set("keys", off.checked) });
      off.checked = store.get("keys", true);
      const rows = Object.entries(KEYS).flatMap(([keys, name]) => [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, t(`keys.${name}`))]);
      dialog = make("dialog", { class: "tl-help", "aria-label": t("keys.title") }, make("h2", {}, t("keys.title")), make("dl", {}, ...rows),
        make("p", {}, make("label", {}, off, " ", t("keys.on"))), make("form", { method: "dialog" }, make("button", {}, t("keys.close"))));
      document.body.append(dialog);
    }
    dialog.showModal();
  };
  const go = (address) => location.assign(tagloom.root + address);

  const ACTS = {
    j: () => move(1), k: () => move(-1), "/": search, t: view, "?": help,
    o: () => withCard((card) => {
      const link = card.querySelector(".tl-original") || card.querySelector(".tl-title a");
      link?.click();
    }),
    s: () => withCard((card) => tagloom.reading.star(card)),
    m: () => withCard((card) => tagloom.reading.mark(card)),
    g: () => (waiting = Date.now()),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (event.target.closest?.("input, textarea, select, dialog, [contenteditable=true]")) return;
    if (event.key !== "?" && !store.get("keys", true)) return;
    const after = Date.now() - waiting < 1500;
    waiting = 0;
    const act = after && event.key === "h" ? () => go("index.html") : after && event.key === "t" ? () => go("timeline/index.html") : ACTS[event.key];
    if (!act) return;
    event.preventDefault();
    // Material listens for some of these keys too.
    event.stopImmediatePropagation();
    act();
  }, true);
})(window.tagloom);
