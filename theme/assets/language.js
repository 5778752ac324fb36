/* The interface in the reader's language, when it is not the page's: loaded only then. Interface words that stand on the page are
   known by their text; names of tags, kinds and categories by the vocabulary; dates are written anew. What entries say stays as it is and
   is marked with the language it is in. */
((tagloom) => {
  "use strict";
  const from = tagloom.pageLanguage;
  const to = tagloom.language;
  const SAID = ".tl-title, .tl-title-alt, .tl-summary, .tl-takeaway, .tl-topic, .tl-points ol, .tl-body, .tl-intro, .tl-authors, .tl-results, .tl-own, .tl-act, .tl-help, .tl-panel, .tl-status, .tl-aliases, code, pre, script, style";
  const CONTENT = ".tl-summary, .tl-takeaway, .tl-topic, .tl-points ol, .tl-body, .tl-intro, .tl-reason";
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  /* A function that gives a text in the reader's language, or null for one it does not know. */
  const translator = (words, names) => {
    const exact = new Map();
    const patterns = [];
    const prefixes = [];
    // The same text may be said of two things: the site's own words go first, then those of the page, and those of other pages last.
    const here = `${/(\w+)\.html$/.exec(location.pathname)?.[1]}.`;
    const rank = ([key]) => (key.startsWith(here) || key.startsWith("site.") ? 0 : /^(compose|stats)\./.test(key) ? 2 : 1);
    for (const [key, text] of Object.entries(words).sort((one, other) => rank(one) - rank(other))) {
      if (key.endsWith(".one")) continue;
      if (/\{\w+\}/.test(text)) {
        const fields = [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
        patterns.push([new RegExp(`^${escaped(text.trim()).replace(/\\\{\w+\\\}/g, "(.{1,40}?)")}$`, "u"), fields, key]);
      } else if (!exact.has(text.trim())) exact.set(text.trim(), key);
      if (/[：:]\s*$/.test(text)) prefixes.push([text.trim(), key]);
    }
    const named = new Map();
    for (const what of ["tags", "kinds", "categories"]) {
      for (const row of names[what]) {
        const before = row[2]?.[from] || row[1];
        const after = row[2]?.[to] || row[1];
        if (before !== after && !named.has(before)) named.set(before, after);
      }
    }
    const translate = (text) => {
      if (named.has(text)) return named.get(text);
      if (exact.has(text)) return tagloom.t(exact.get(text)).trim();
      for (const [prefix, key] of prefixes) {
        const rest = text.slice(prefix.length).trim();
        if (text.startsWith(prefix) && rest) return tagloom.t(key) + (named.get(rest) || rest);
      }
      for (const [pattern, fields, key] of patterns) {
        const found = pattern.exec(text);
        if (!found) continue;
        const value = (text) => (/^\d+$/.test(text) ? Number(text) : named.get(text) || text);
        return tagloom.t(key, Object.fromEntries(fields.map((field, at) => [field, value(found[at + 1])]))).trim();
      }
      return null;
    };
    /* The parts of `名称 · 副题` on their own. */
    return (text) => {
      const parts = text.split(" · ").map((part) => [part, translate(part)]);
      return translate(text) ?? (parts.length > 1 && parts.some(([, made]) => made) ? parts.map(([part, made]) => made ?? part).join(" · ") : null);
    };
  };

  const written = (day, options) => new Intl.DateTimeFormat(to, { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));
  const dates = () => {
    let year = "";
    for (const title of document.querySelectorAll("section.tl-day[id] > .tl-day-title")) {
      const day = title.parentElement.id;
      title.textContent = written(day, { month: "long", day: "numeric", ...(day.slice(0, 4) === year ? {} : { year: "numeric" }) });
      year = day.slice(0, 4);
    }
    const month = { month: "long", year: "numeric" };
    for (const link of document.querySelectorAll("a[href*='-']")) {
      const found = /(?:^|\/)(\d{4}-\d{2})\.html$/.exec(link.getAttribute("href"));
      if (found && link.childElementCount === 0) link.textContent = written(`${found[1]}-01`, month);
    }
    const here = /timeline\/(\d{4}-\d{2})\.html$/.exec(location.pathname);
    const heading = here && document.querySelector(".tl-page-head h1");
    if (heading) heading.firstChild.textContent = `${written(`${here[1]}-01`, month)} `;
  };

  const walk = (root, translate) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (node.data.trim() && !node.parentElement.closest(SAID)) found.push(node);
    }
    for (const node of found) {
      // A sign of its own before a word (📌, ★) stays.
      const [, before, text, after] = /^(\s*(?:[📌★🧭←→↗]\s*)?)([^]*?)(\s*·?\s*)$/u.exec(node.data);
      const made = translate(text);
      if (made) node.data = before + made + after;
      else if (/^📌/u.test(before)) node.data = before + tagloom.t("card.points") + tagloom.t("card.pointcount", { n: Number(/\d+/.exec(text)?.[0]) });
    }
    for (const name of ["aria-label", "title", "placeholder"]) {
      for (const element of root.querySelectorAll(`[${name}]`)) {
        const made = !element.closest(".tl-results, .tl-own, .tl-act, .tl-language") && translate(element.getAttribute(name));
        if (made) element.setAttribute(name, made);
      }
    }
  };

  const begin = async () => {
    const [words, names] = await Promise.all([tagloom.need(`words-${from}`), tagloom.need("names"), tagloom.words()]);
    const translate = translator(words, names);
    const generated = document.querySelector(".tl-page-head, .tl-single");
    for (const element of document.querySelectorAll(CONTENT)) if (!element.lang) element.lang = from;
    const main = document.querySelector("#__main");
    for (const root of generated || !main ? [document.body] : document.querySelectorAll("header, footer, nav, .md-tabs")) walk(root, translate);
    document.title = document.title.split(" - ").map((part) => translate(part) ?? part).join(" - ");
    if (generated) dates();
    else if (main && !main.lang) main.lang = document.documentElement.lang;
    document.documentElement.lang = to;
  };
  tagloom.translated = begin();
})(window.tagloom);
