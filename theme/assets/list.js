/* list.html: the entries this reader starred, by folder, with notes; exports and imports, and a link that carries the list. */
((tagloom) => {
  "use strict";
  const { make, store, t, reading } = tagloom;
  const place = document.querySelector(".tl-own");
  const SLUG = /^[^/\\\s<>"'?#%]{1,200}$/u;

  const text = (value, most = 2000) => (typeof value === "string" ? value.slice(0, most) : "");
  const web = (value) => (/^(https?:|mailto:)/i.test(text(value)) ? text(value) : "");
  /* Starred entries from anywhere, with nothing in them that a list does not hold. */
  const clean = (rows) => {
    const found = {};
    for (const row of Array.isArray(rows) ? rows : []) {
      if (!row || typeof row !== "object" || !SLUG.test(row.slug || "")) continue;
      found[row.slug] = {
        title: text(row.title) || row.slug, alt: text(row.alt), day: /^\d{4}-\d{2}-\d{2}$/.test(row.day) ? row.day : "", authors: text(row.authors), source: text(row.source),
        url: web(row.url), folder: text(row.folder, 80), when: text(row.when, 10), note: text(row.note, 20000),
      };
    }
    return found;
  };
  const rows = () => {
    const notes = reading.notes();
    return Object.entries(reading.stars()).map(([slug, star]) => ({ slug, ...star, note: notes[slug] || "" })).sort((one, other) => (one.day < other.day ? 1 : -1));
  };
  const take = (found) => {
    const stars = reading.stars();
    const notes = reading.notes();
    for (const [slug, { note, ...star }] of Object.entries(found)) {
      stars[slug] = { ...star, ...stars[slug], folder: stars[slug]?.folder || star.folder };
      if (note && !notes[slug]) notes[slug] = note;
    }
    if (!store.set("stars", stars) || !store.set("notes", notes)) tagloom.say(t("reader.full"));
    else tagloom.say(t("own.imported", { n: Object.keys(found).length }));
    draw();
  };

  const address = (slug) => tagloom.address("entries", slug);
  const full = (row) => row.url || address(row.slug);
  const braces = (value) => value.replace(/[{}\\]/g, "").replace(/([#$%&_])/g, "\\$1");
  const FORMATS = {
    json: () => JSON.stringify({ tagloom: "list", site: tagloom.root, entries: rows() }, null, 1),
    markdown: () => [...groups()].map(([name, inside]) => [`## ${name || t("own.unsorted")}`, "", ...inside.map((row) => `- ${reading.markdown(row, full(row))} <!-- ${row.slug} -->${row.note ? `\n  ${row.note.replace(/\n/g, "\n  ")}` : ""}`), ""].join("\n")).join("\n"),
    bibtex: () => rows().map((row) => {
      const facts = { title: braces(row.title), author: braces(row.authors.split(", ").filter(Boolean).join(" and ")), year: row.day.slice(0, 4), date: row.day, url: full(row), note: braces(row.note.replace(/\s+/g, " ")), keywords: braces(row.folder), tagloom: row.slug };
      const lines = Object.entries(facts).filter(([, value]) => value).map(([name, value]) => `  ${name} = {${value}}`);
      return `@misc{${row.slug.replace(/[^\w.:-]/g, "_")},\n${lines.join(",\n")}\n}`;
    }).join("\n\n"),
  };
  const ENDINGS = { json: "json", markdown: "md", bibtex: "bib" };
  const save = (format) => {
    const link = make("a", { href: URL.createObjectURL(new Blob([`${FORMATS[format]()}\n`], { type: "text/plain;charset=utf-8" })), download: `tagloom-list.${ENDINGS[format]}` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };

  /* A list in any of the three formats; null when it is none of them. */
  const parse = (source) => {
    const trimmed = source.trim();
    if (/^[[{]/.test(trimmed)) {
      try {
        const value = JSON.parse(trimmed);
        return clean(Array.isArray(value) ? value : value.entries);
      } catch {
        return null;
      }
    }
    if (/^@\w+\s*\{/m.test(trimmed)) {
      const items = trimmed.split(/^@(?=\w+\s*\{)/m).slice(1);
      return clean(items.map((item) => {
        const value = (name) => (new RegExp(`^\\s*${name}\\s*=\\s*[{"](.*?)[}"],?\\s*$`, "im").exec(item)?.[1] || "").replace(/\\([#$%&_])/g, "$1");
        return { slug: value("tagloom") || /\{\s*([^,\s]+)/.exec(item)?.[1], title: value("title"), authors: value("author").split(" and ").join(", "), day: value("date"), url: value("url"), folder: value("keywords"), note: value("note") };
      }));
    }
    let current = "";
    const found = [];
    for (const line of trimmed.split("\n")) {
      const heading = /^##\s+(.*)$/.exec(line);
      const item = /^[-*]\s+\[((?:\\.|[^\]\\])*)\]\(([^)\s]*)\)(.*?)(?:<!--\s*(\S+)\s*-->)?\s*$/.exec(line);
      if (heading) current = heading[1].trim();
      else if (item) found.push({ slug: item[4] || decodeURIComponent(/entries\/([^/]+)\.html$/.exec(item[2])?.[1] || ""), title: item[1].replace(/\\(.)/g, "$1"), url: item[2], alt: item[3].trim(), folder: current === t("own.unsorted") ? "" : current, note: "" });
      else if (found.length && /^ {2}\S/.test(line)) found.at(-1).note += (found.at(-1).note ? "\n" : "") + line.slice(2);
    }
    return found.length ? clean(found) : null;
  };
  const receive = (source) => {
    const found = parse(source);
    if (found && Object.keys(found).length) take(found);
    else tagloom.say(t("own.unreadable"));
  };

  const pack = () => {
    const bytes = new TextEncoder().encode(JSON.stringify(rows().map(({ slug, title, alt, day, authors, source, url, folder: inside }) => ({ slug, title, alt, day, authors, source, url, folder: inside }))));
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const unpack = (packed) => {
    try {
      const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
      return clean(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return null;
    }
  };

  const groups = () => {
    const found = new Map();
    for (const row of rows()) found.set(row.folder || "", [...(found.get(row.folder || "") || []), row]);
    return new Map([...found].sort(([one], [other]) => one.localeCompare(other)));
  };
  const update = (slug, facts) => {
    const stars = reading.stars();
    if (facts) stars[slug] = { ...stars[slug], ...facts };
    else delete stars[slug];
    store.set("stars", stars);
    draw();
  };
  /* The title in the reader's language first, as on cards. */
  const WIDE = /[\u3040-\u9fff\uac00-\ud7af]/;
  const titles = ({ title, alt }) => (alt && WIDE.test(alt) !== WIDE.test(title) && WIDE.test(alt) === /^(zh|ja|ko)/.test(tagloom.language) ? [alt, title] : [title, alt]);
  const item = (row) => {
    const [first, second] = titles(row);
    const into = make("input", { type: "text", list: "tl-folders", value: row.folder || "", "aria-label": `${t("own.folder")}: ${row.title}`, placeholder: t("own.folder"), onchange: () => update(row.slug, { folder: into.value.trim() }) });
    const note = make("textarea", { rows: row.note ? 3 : 1, "aria-label": `${t("own.note")}: ${row.title}`, placeholder: t("own.note") });
    note.value = row.note;
    note.addEventListener("input", () => {
      const notes = reading.notes();
      if (note.value.trim()) notes[row.slug] = note.value;
      else delete notes[row.slug];
      store.set("notes", notes);
    });
    return make("li", {},
      make("p", { class: "tl-own-title" }, make("a", { href: address(row.slug) }, first), second ? make("small", {}, ` ${second}`) : null),
      make("p", { class: "tl-own-meta" }, make("time", { datetime: row.day }, row.day), row.source ? ` · ${row.source}` : ""),
      make("p", { class: "tl-own-tools" }, into, note, make("button", { type: "button", "aria-label": `${t("own.remove")}: ${row.title}`, onclick: () => update(row.slug, null) }, t("own.remove"))));
  };
  const shared = () => {
    const packed = /^#list=([\w-]+)$/.exec(location.hash)?.[1];
    const found = packed && unpack(packed);
    if (!found || !Object.keys(found).length) return null;
    return make("section", { class: "tl-shared" }, make("h2", {}, t("own.received", { n: Object.keys(found).length })),
      make("ul", {}, ...Object.entries(found).map(([slug, row]) => make("li", {}, make("a", { href: address(slug) }, titles(row)[0])))),
      make("button", { type: "button", onclick: () => {
        history.replaceState(null, "", location.pathname);
        take(found);
      } }, t("own.keep")));
  };
  const tools = () => {
    const file = make("input", { type: "file", accept: ".json,.md,.bib,.txt", "aria-label": t("own.import"), onchange: async () => file.files[0] && receive(await file.files[0].text()) });
    const paste = make("textarea", { rows: 3, "aria-label": t("own.paste"), placeholder: t("own.paste") });
    const make_link = () => reading.copy(`${location.href.split("#")[0]}#list=${pack()}`);
    return make("div", { class: "tl-own-bar" },
      make("p", {}, ...Object.keys(FORMATS).map((format) => make("button", { type: "button", onclick: () => save(format) }, t(`own.export_${format}`))), make("button", { type: "button", onclick: make_link }, t("own.link"))),
      make("details", {}, make("summary", {}, t("own.import")), make("p", {}, file), make("p", {}, paste), make("p", {}, make("button", { type: "button", onclick: () => receive(paste.value) }, t("own.take")))));
  };
  const draw = () => {
    const all = groups();
    const names = [...all.keys()].filter(Boolean);
    const sections = [...all].map(([name, inside]) => make("section", {}, make("h2", {}, name || t("own.unsorted"), " ", make("span", { class: "tl-count" }, t("count.entries", { n: inside.length }))), make("ul", { class: "tl-own-list" }, ...inside.map(item))));
    place.replaceChildren(...[shared(), make("datalist", { id: "tl-folders" }, ...names.map((name) => make("option", { value: name }))), tools(), ...(sections.length ? sections : [make("p", { class: "tl-empty" }, t("own.empty"))])].filter(Boolean));
  };
  window.addEventListener("hashchange", draw);
  draw();
})(window.tagloom);
