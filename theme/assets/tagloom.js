/* The core, on every page: where the site's root is, how its files are loaded, what is kept on this device, which
   interface words are in use; and which of the other scripts this page needs. Everything hangs on one name, `tagloom`. */
(() => {
  "use strict";
  const source = document.currentScript.src;
  const root = source.slice(0, source.lastIndexOf("assets/"));
  const asked = new Map();
  const answers = new Map();
  const loaded = new Map();
  const tagloom = (window.tagloom = { root });

  const inject = (address, fail) => {
    const script = document.createElement("script");
    script.src = root + address;
    script.async = false;
    script.addEventListener("error", () => fail(new Error(`${address} cannot be loaded`)));
    document.head.append(script);
    return script;
  };

  /* A file below data/ calls this with its key and its value. */
  tagloom.take = (key, value) => answers.get(key)?.(value);

  /* The value of a file below data/, loaded once. */
  tagloom.need = (key) => {
    if (!asked.has(key)) {
      const wait = new Promise((resolve, reject) => {
        answers.set(key, resolve);
        const script = inject(`data/${key}.js`, reject);
        script.addEventListener("load", () => script.remove());
      });
      wait.catch(() => asked.delete(key));
      asked.set(key, wait);
    }
    return asked.get(key);
  };

  /* Other scripts of the theme, loaded once each, in order. */
  tagloom.use = (...names) =>
    Promise.all(
      names.map((name) => {
        if (!loaded.has(name)) {
          const wait = new Promise((resolve, reject) => {
            inject(`assets/${name}.js`, reject).addEventListener("load", resolve);
          });
          loaded.set(name, wait);
        }
        return loaded.get(name);
      }),
    );

  /* What this reader keeps on this device. Pages opened from folders share one storage, so keys carry the site's root. */
  const prefix = `tagloom:${root}:`;
  tagloom.store = {
    get(name, otherwise) {
      try {
        return JSON.parse(localStorage.getItem(prefix + name)) ?? otherwise;
      } catch {
        return otherwise;
      }
    },
    set(name, value) {
      try {
        localStorage.setItem(prefix + name, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    key: (name) => prefix + name,
  };

  const html = document.documentElement;
  const header = document.querySelector(".tl-search");
  tagloom.pageLanguage = html.dataset.tlPage || html.lang || "en";
  tagloom.languages = (header?.dataset.languages || tagloom.pageLanguage).split(" ").filter(Boolean);
  const chosen = tagloom.store.get("language", "");
  const said = html.lang;
  tagloom.language = tagloom.languages.includes(chosen) ? chosen : tagloom.languages.includes(said) ? said : tagloom.languages.includes(tagloom.pageLanguage) ? tagloom.pageLanguage : tagloom.languages[0];
  /* Where a hand-written page says the same in other languages. Readers who chose one are led there; who follows a link from one to
     the other chooses by that. */
  const twins = new Map([...(html.dataset.tlTwins || "").matchAll(/(\S+) (\S+)/g)].map(([, language, address]) => [language, root + address]));
  const go = (language) => {
    const there = twins.get(language);
    if (there && language !== said) location.replace(there);
    return Boolean(there) && language !== said;
  };
  if (chosen) go(tagloom.language);
  if (twins.size) document.addEventListener("click", (event) => {
    const target = event.target.closest?.("a[href]")?.href.split("#")[0];
    for (const [language, address] of twins) if (target === address && language !== said) tagloom.store.set("language", language);
  });

  // Styles go by the page's own language until told otherwise; telling them costs a look at every element.
  if (tagloom.language !== html.lang) html.dataset.tlLang = tagloom.language;

  /* The interface's words: `await tagloom.words()`, then `tagloom.t("count.entries", {n: 3})`. */
  let texts = {};
  tagloom.words = async () => {
    texts = await tagloom.need(`words-${tagloom.language}`);
    return texts;
  };
  tagloom.t = (key, values = {}) => {
    const text = (values.n === 1 && texts[`${key}.one`]) || texts[key] || key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  };

  /* An element: `tagloom.make("a", {class: "tl-tag", href}, "text", child)`. Texts become text nodes, never HTML. */
  tagloom.make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (value === true) element.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  };

  /* Lets the browser draw what was changed, and answer its reader, before the script goes on. */
  tagloom.pause = () => new Promise((goOn) => setTimeout(goOn));

  /* Says something to readers who listen, and shows it for a moment to those who look. */
  tagloom.say = (...told) => {
    let place = document.querySelector(".tl-say");
    if (!place) document.body.append((place = tagloom.make("p", { class: "tl-say", role: "status" })));
    place.replaceChildren(...told);
    clearTimeout(tagloom.say.timer);
    tagloom.say.timer = setTimeout(() => (place.textContent = ""), 4000);
  };

  tagloom.encode = (slug) => encodeURIComponent(slug).replace(/%(2B|2C|3B|3D|3A|40|24)/g, decodeURIComponent);
  tagloom.address = (folder, slug) => `${root}${folder}/${tagloom.encode(slug)}.html`;

  const languageSwitch = () => {
    const others = tagloom.languages.filter((language) => language !== tagloom.language);
    const tools = header?.parentElement;
    if (!tools || !others.length) return;
    const next = others[0];
    const button = tagloom.make("button", { type: "button", class: "tl-language", lang: next }, next === "zh" ? "中" : next.slice(0, 2).toUpperCase());
    const name = () => (button.title = new Intl.DisplayNames([next], { type: "language" }).of(next));
    for (const near of ["pointerenter", "focus"]) button.addEventListener(near, name, { once: true });
    button.addEventListener("click", () => {
      tagloom.store.set("language", next);
      if (!go(next)) location.reload();
    });
    tools.append(button);
  };

  const FILTERS = ["kind", "category", "source", "institution", "tag", "not", "q", "featured", "deep", "score", "from", "to"];
  const filterBar = () => {
    const form = document.querySelector("form.tl-filter");
    if (!form) return;
    const open = () => tagloom.use("tokens", "query", "archive", "find", "cards", "filter");
    const query = new URLSearchParams(location.search);
    if (form.dataset.explore || FILTERS.some((name) => query.has(name))) {
      open();
      return;
    }
    form.addEventListener("click", async (event) => {
      const target = event.target.closest("a[data-dimension], .tl-more");
      if (!target || tagloom.filter || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      await open();
      await tagloom.filter.ready;
      tagloom.filter.chosen(target);
    });
  };

  /* Material puts wide tables into boxes that scroll; keys must reach them too. */
  const tables = () => {
    for (const box of [...document.querySelectorAll(".md-typeset__scrollwrap")].filter((each) => each.scrollWidth > each.clientWidth)) box.tabIndex = 0;
  };

  const start = () => {
    addEventListener("load", () => setTimeout(tables));
    languageSwitch();
    filterBar();
    if (tagloom.language !== tagloom.pageLanguage) tagloom.use("language");
    if (document.querySelector(".tl-entry, .tl-own, form.tl-filter")) tagloom.use("reading");
    tagloom.use("keys");
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
