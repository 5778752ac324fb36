/* The card of an entry that is being written: the theme's own markup, which the page holds as a template, filled by class name.
   Markdown is read as far as a card needs it. Texts go in as text nodes, never as HTML. */
((tagloom) => {
  "use strict";
  const { make } = tagloom;
  const LINK_NAMES = { pdf: "PDF", doi: "DOI", arxiv: "arXiv", hf: "Hugging Face", github: "GitHub" };
  const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|__(.+?)__|\*([^\s*](?:.*?[^\s*])?)\*|\[([^\]]*)\]\(\s*([^)\s]+)[^)]*\)|\\([!-/:-@[-`{-~])/su;
  const safe = (address) => /^(?:https?:|mailto:)/i.test(address) || !/^[a-z][a-z0-9+.-]*:/i.test(address);

  /* Nodes of Markdown within a line: code, strong, emphasis, links. */
  const inline = (text) => {
    const made = [];
    let rest = text;
    for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
      made.push(rest.slice(0, found.index));
      const [, code, strong, strong2, em, label, address, letter] = found;
      if (code !== undefined) made.push(make("code", {}, code));
      else if (strong ?? strong2) made.push(make("strong", {}, ...inline(strong ?? strong2)));
      else if (em !== undefined) made.push(make("em", {}, ...inline(em)));
      else if (address !== undefined) made.push(safe(address) ? make("a", { href: address, rel: "noopener" }, ...inline(label)) : label);
      else made.push(letter);
      rest = rest.slice(found.index + found[0].length);
    }
    made.push(rest);
    return made.filter((part) => part !== "");
  };

  /* Paragraphs, lists and code of a few lines. */
  const blocks = (text) =>
    text.split(/\n{2,}/).filter((part) => part.trim()).map((part) => {
      const rows = part.split("\n");
      const list = rows.every((row) => /^\s*(?:[-*+]|\d+[.)])\s/.test(row));
      if (list) return make(/^\s*\d/.test(rows[0]) ? "ol" : "ul", {}, ...rows.map((row) => make("li", {}, ...inline(row.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "")))));
      const heading = /^(#{1,6})\s+(.*)$/.exec(rows[0]);
      if (heading && rows.length === 1) return make("h4", {}, ...inline(heading[2]));
      if (/^(```|~~~)/.test(rows[0])) return make("pre", {}, make("code", {}, rows.slice(1, /^(```|~~~)/.test(rows.at(-1)) ? -1 : undefined).join("\n")));
      if (rows.every((row) => row.startsWith(">"))) return make("blockquote", {}, make("p", {}, ...inline(rows.map((row) => row.replace(/^>\s?/, "")).join(" "))));
      return make("p", {}, ...inline(part));
    });

  /* Sets the text of a chip, and keeps it from leading anywhere. */
  const named = (chip, name) => {
    const place = chip.querySelector("a") || chip;
    place.removeAttribute("href");
    place.textContent = name;
    return chip;
  };

  /* Takes a part away with what parts it from its neighbour. */
  const drop = (part) => {
    const apart = (node) => node && (node.nodeType === 3 || node.localName === "i");
    if (apart(part.nextSibling)) part.nextSibling.remove();
    else if (apart(part.previousSibling)) part.previousSibling.remove();
    part.remove();
  };

  /* One part a name, made after the first, with what the template puts between. */
  const repeat = (first, names, between, fill = named) => {
    const sample = first.cloneNode(true);
    names.forEach((name, place) => {
      if (place) first.parentNode.append(between);
      const part = place ? sample.cloneNode(true) : first;
      if (place) first.parentNode.append(part);
      fill(part, name);
    });
  };

  /* `entry`: title, other (its translation), language, otherLanguage, day, clock, kind, category (shown names), and the fields as they are written. */
  const card = (sample, entry, t) => {
    const article = sample.content.querySelector(".tl-entry").cloneNode(true);
    const all = (name) => [...article.querySelectorAll(name)];
    const one = (name, shown, fill) => {
      for (const part of all(name)) {
        if (shown) fill(part);
        else drop(part);
      }
    };
    const text = (words) => (part) => part.replaceChildren(...(Array.isArray(words) ? words : [words]));
    const stamp = entry.day + (entry.clock ? `T${entry.clock}` : "");
    Object.assign(article.dataset, { date: stamp, kind: entry.kind, source: entry.source, score: entry.score, heat: entry.heat, tags: entry.tags.join(" ") });
    all("a").forEach((link) => link.removeAttribute("href"));
    one(".tl-title", true, (part) => {
      (part.querySelector("a") || part).textContent = entry.title || t("compose.title");
      part.lang = entry.language;
    });
    one(".tl-title-alt", entry.other, (part) => {
      part.textContent = entry.other;
      part.lang = entry.otherLanguage;
    });
    one(".tl-time", entry.clock, (part) => {
      part.textContent = entry.clock;
      part.dateTime = stamp;
    });
    one(".tl-source", entry.source, (part) => named(part, entry.source));
    one(".tl-authors", entry.authors.length || entry.handle, text(entry.handle ? `${entry.authors.join(", ")}@${entry.handle}` : `@${entry.authors.join(", ")}`));
    one(".tl-featured", entry.featured, () => {});
    one(".tl-heat", entry.heat, text(`${entry.heat}°`));
    one(".tl-topic", entry.topic, text(`🧭 ${entry.topic}`));
    one(".tl-deep", entry.deep, () => {});
    one(".tl-takeaway", entry.takeaway, text(inline(entry.takeaway)));
    one(".tl-summary", entry.summary || entry.body, text(blocks(entry.summary || entry.body)));
    one(".tl-more", false);
    one(".tl-points", entry.points.length, (part) => {
      part.querySelector("summary").textContent = `📌 ${t("card.points")}${t("card.pointcount", { n: entry.points.length })}`;
      part.querySelector("ol").replaceChildren(...entry.points.map((point) => make("li", {}, ...inline(point))));
      part.open = true;
    });
    one(".tl-reason", entry.reason, text([make("b", {}, t("card.reason")), ...inline(entry.reason)]));
    one(".tl-category", entry.category, (part) => named(part, entry.category));
    one(".tl-meta time", entry.day, text(entry.day));
    one(".tl-score", entry.score !== "", text(`${t("card.score")} ${entry.score}/${entry.most}`));
    one(".tl-kind", entry.kind, (part) => named(part, entry.kind));
    one(".tl-tag", entry.tags.length, (part) => repeat(part, entry.tags, " "));
    one(".tl-institutions", entry.institutions.length, (part) => repeat(part.querySelector("a"), entry.institutions, " · "));
    one(".tl-original", entry.url, (part) => (part.href = entry.url));
    one(".tl-links > :not(.tl-original)", entry.links.length, (part) =>
      repeat(part, entry.links, " ", (link, [name, address]) => {
        const word = t(`link.${name}`);
        link.textContent = word === `link.${name}` ? LINK_NAMES[name] || name : word;
        link.href = address;
      }),
    );
    for (const row of all(".tl-rail, .tl-brief, .tl-meta, .tl-tags, .tl-links, .tl-head")) if (!row.textContent.trim()) row.remove();
    return article;
  };

  tagloom.composeCard = card;
})(window.tagloom);
