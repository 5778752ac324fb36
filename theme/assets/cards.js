/* Entry cards made by script, with the same class names as theme/bodies/parts/card.html. Every text goes in as a text node;
   what a search found is set in <mark> by splitting text nodes. */
((tagloom) => {
  "use strict";
  const { plain, place } = tagloom.tokens;
  const { make } = tagloom;
  const LINK_NAMES = { pdf: "PDF", doi: "DOI", arxiv: "arXiv", hf: "Hugging Face", github: "GitHub" };
  const WIDE = /[\u3040-\u9fff\uac00-\ud7af]/;

  /* The stretches of `text` that terms match, as [start, end] in its own characters. */
  const stretches = (text, terms) => {
    const whole = plain(text);
    if (!terms.some(({ form, closed }) => place(whole, form, closed) >= 0)) return [];
    let form = "";
    const from = [];
    const to = [];
    let at = 0;
    for (const letter of text) {
      let piece = plain(letter);
      if (piece === " " && form.endsWith(" ")) {
        to[to.length - 1] = at + letter.length;
        piece = "";
      }
      for (let index = 0; index < piece.length; index++) {
        from.push(at);
        to.push(at + letter.length);
      }
      form += piece;
      at += letter.length;
    }
    const found = [];
    for (const term of terms) {
      for (let spot = place(form, term.form, term.closed); spot >= 0; spot = place(form, term.form, term.closed, spot + 1)) found.push([from[spot], to[spot + term.form.length - 1]]);
    }
    found.sort((one, other) => one[0] - other[0]);
    return found;
  };

  /* `text` as nodes, what `terms` match in <mark>. */
  const marked = (text, terms) => {
    const made = document.createDocumentFragment();
    let done = 0;
    for (const [start, end] of terms.length ? stretches(text, terms) : []) {
      if (end <= done) continue;
      const first = Math.max(start, done);
      made.append(text.slice(done, first), make("mark", {}, text.slice(first, end)));
      done = end;
    }
    made.append(text.slice(done));
    return made;
  };

  const guess = (text) => {
    const wide = WIDE.test(text);
    return tagloom.archive.info.languages.find((language) => /^(zh|ja|ko)/.test(language) === wide) || (wide ? "zh" : "en");
  };
  const link = (what, number, className, terms = []) =>
    make("a", { class: className, href: tagloom.archive.addressOf(what, number) }, marked(tagloom.archive.nameOf(what, number), terms));
  const safe = (address) => (/^(https?:|mailto:)/i.test(address) ? address : /^[a-z][a-z0-9+.-]*:/i.test(address) ? null : tagloom.root + address);

  /* What an entry says may be in another language than the interface. */
  const tongue = (text) => (guess(text) === tagloom.language ? null : guess(text));
  const joined = (nodes, between) => nodes.flatMap((node, at) => (at ? [between, node] : [node]));

  /* The <article> of an entry as `tagloom.archive.entry` gives it. `terms` are marked. */
  const card = (entry, terms) => {
    const t = tagloom.t;
    const any = terms.filter((term) => term.field === "any");
    const titles = terms.filter((term) => term.field !== "author");
    const authors = terms.filter((term) => term.field !== "title");
    const address = tagloom.address("entries", entry.slug);
    const stamp = entry.day + (entry.time ? `T${entry.time}` : "");
    const site = tagloom.archive.info.languages[0];
    const other = site in entry.titles ? site : Object.keys(entry.titles)[0];
    const most = tagloom.archive.info.score;
    const when = (name, show, lang = null) => (show ? make("p", { class: name, lang }, ...(Array.isArray(show) ? show : [show])) : null);
    const byline = entry.authors.join(", ");
    const article = make("article", {
      class: "tl-entry", id: entry.slug, "data-date": stamp, "data-kind": entry.kind < 0 ? "" : tagloom.archive.slugOf("kinds", entry.kind),
      "data-source": entry.source < 0 ? "" : tagloom.archive.nameOf("sources", entry.source), "data-score": entry.score ?? "", "data-heat": entry.heat || "",
      "data-featured": Number(entry.featured), "data-deep": Number(entry.deep), "data-tags": entry.tags.map((tag) => tagloom.archive.slugOf("tags", tag)).join(" "),
    });
    const source = entry.source < 0 ? null : link("sources", entry.source, "tl-source");
    const by = byline || entry.handle ? make("span", { class: "tl-authors" }, marked(entry.handle ? `${byline}@${entry.handle}` : `@${byline}`, authors)) : null;
    const rail = joined([
      entry.time ? make("time", { class: "tl-time", datetime: stamp }, entry.time) : null,
      ...(entry.handle ? [source, by] : source && by ? [[source, by]] : [source || by]),
      entry.featured ? make("span", { class: "tl-featured" }, t("card.featured")) : null,
      entry.heat ? make("span", { class: "tl-heat", title: t("card.heat") }, `${entry.heat}°`) : null,
    ].filter(Boolean), " ").flat();
    article.append(
      ...[
        make("h3", { class: "tl-title", lang: entry.language || guess(entry.title) }, make("a", { href: address }, marked(entry.title, titles))),
        other ? make("p", { class: "tl-title-alt", lang: other }, make("a", { href: address, tabindex: -1 }, marked(entry.titles[other], titles))) : null,
        when("tl-rail", rail.length ? rail : null),
        when("tl-brief", entry.topic || entry.deep ? joined([entry.topic ? make("span", { class: "tl-topic" }, "🧭 ", marked(entry.topic, any)) : null, entry.deep ? make("span", { class: "tl-deep" }, `★ ${t("card.deep")}`) : null].filter(Boolean), " ") : null),
        when("tl-institutions", entry.institutions.length ? joined(entry.institutions.map((house) => link("institutions", house, "tl-institution", any)), " · ") : null),
      ].filter(Boolean),
    );
    const body = [when("tl-takeaway", entry.takeaway && marked(entry.takeaway, any), entry.takeaway && tongue(entry.takeaway)), entry.summary ? make("div", { class: "tl-summary", lang: tongue(entry.summary) }, make("p", {}, marked(entry.summary, any))) : null];
    if (entry.points.length) {
      const items = entry.points.map((point) => make("li", {}, marked(point, any)));
      const found = items.some((item) => item.querySelector("mark"));
      body.push(make("details", { class: "tl-points", open: found }, make("summary", {}, `📌 ${t("card.points")}${t("card.pointcount", { n: items.length })}`), make("ol", { lang: tongue(entry.points[0]) }, ...items)));
    }
    body.push(when("tl-reason", entry.reason ? [make("b", {}, t("card.reason")), marked(entry.reason, any)] : null));
    const meta = [
      entry.category < 0 ? null : link("categories", entry.category, "tl-category"),
      make("time", {}, entry.day),
      entry.source < 0 ? null : link("sources", entry.source, "tl-source"),
      entry.score === null ? null : make("span", { class: "tl-score" }, `${t("card.score")} ${entry.score}/${most}`),
    ];
    const chips = [entry.kind < 0 ? null : link("kinds", entry.kind, "tl-kind"), ...entry.tags.map((tag) => link("tags", tag, "tl-tag", any))];
    const links = [entry.url && safe(entry.url) ? make("a", { class: "tl-original", href: safe(entry.url) }, t("card.original")) : null];
    for (const [name, target] of entry.links) {
      const word = t(`link.${name}`);
      if (safe(target)) links.push(make("a", { href: safe(target) }, word === `link.${name}` ? LINK_NAMES[name] || name : word));
    }
    const shown = links.filter(Boolean);
    article.append(...[...body, when("tl-meta", joined(meta.filter(Boolean), null).map((part) => part || make("i", {}, " | "))), when("tl-tags", joined(chips.filter(Boolean), " ")), shown.length ? when("tl-links", joined(shown, " ")) : null].filter(Boolean));
    return article;
  };

  /* `6月19日`, with the year where it changes. */
  const dayTitle = (day, before) => {
    const options = { month: "long", day: "numeric", timeZone: "UTC" };
    if (!before || before.slice(0, 4) !== day.slice(0, 4)) options.year = "numeric";
    return new Intl.DateTimeFormat(tagloom.language, options).format(new Date(`${day}T00:00:00Z`));
  };

  /* Hangs `entries` (newest first) below `list`, day by day, going on where it ended. */
  const hang = (list, entries, terms) => {
    for (const entry of entries) {
      let section = list.lastElementChild;
      if (!section || section.dataset.day !== entry.day) {
        const title = dayTitle(entry.day, section?.dataset.day);
        section = make("section", { class: "tl-day", "data-day": entry.day }, make("h2", { class: "tl-day-title" }, title));
        list.append(section);
      }
      section.append(card(entry, terms));
    }
  };

  tagloom.cards = { card, hang, marked, stretches, dayTitle };
})(window.tagloom);
