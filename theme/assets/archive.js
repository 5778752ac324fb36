/* The archive as scripts read it: names, light columns and texts, loaded when asked for; find.js tells which entries fit a query.
   Entries are numbered from the oldest. How the files are cut is told in generator/tagloom/outputs/search/. */
((tagloom) => {
  "use strict";
  const { plain, numbers } = tagloom.tokens;
  const EPOCH = 719163; // the ordinal of 1970-01-01
  const archive = (tagloom.archive = {});
  let info, names;
  const blocks = [];

  /* Loads what every query needs. */
  archive.open = () =>
    (archive.opened ??= Promise.all([tagloom.need("archive"), tagloom.need("names"), tagloom.words()]).then(([told, terms]) => {
      info = archive.info = told;
      names = archive.names = terms;
      archive.count = Math.ceil(info.size / info.block);
    }));

  const inLanguage = (given, fallback) => given?.[tagloom.language] || fallback;
  archive.nameOf = (what, number) => {
    const row = names[what][number];
    if (what === "kinds" || what === "categories") return inLanguage(row[2], Object.values(row[2] || {})[0] || row[1]);
    return what === "institutions" || what === "sources" ? row[1] : inLanguage(row[2], row[1]);
  };
  archive.spellings = (what, number) => {
    const [slug, name, others = {}, aliases = []] = names[what][number];
    return what === "kinds" || what === "categories" ? [name, slug, ...Object.values(others)] : [name, ...Object.values(others), ...aliases];
  };
  archive.slugOf = (what, number) => (what === "kinds" || what === "categories" ? names[what][number][1] : names[what][number][0]);
  archive.addressOf = (what, number) => {
    const row = names[what][number];
    if (what === "tags" && row[4]) return `${tagloom.root}tags/_few-${tagloom.encode([...row[0]][0])}.html#${tagloom.encode(row[0])}`;
    return tagloom.address(what, row[0]);
  };

  /* The number of the term that a slug, a name or an alias means, or -1. */
  const lookups = {};
  archive.number = (what, text) => {
    if (!lookups[what]) {
      const found = (lookups[what] = new Map());
      const rows = names[what].map((_, number) => number);
      for (const number of rows) found.set(plain(archive.slugOf(what, number)), number);
      for (const number of rows) found.set(plain(names[what][number][1]).trim(), number);
      for (const number of rows) for (const name of archive.spellings(what, number)) if (!found.has(plain(name).trim())) found.set(plain(name).trim(), number);
    }
    return lookups[what].get(plain(text).trim()) ?? -1;
  };
  /* Every term one of whose names holds `text`. */
  archive.holding = (what, text) => {
    const form = plain(text).trim();
    return names[what].flatMap((_, number) => (archive.spellings(what, number).some((name) => plain(name).includes(form)) ? [number] : []));
  };

  const lists = (flat, size) => {
    const starts = new Uint32Array(size + 1);
    const items = new Uint32Array(flat.length - size);
    let at = 0;
    let end = 0;
    for (let row = 0; row < size; row++) {
      const many = flat[at++];
      for (let item = 0; item < many; item++) items[end++] = flat[at++];
      starts[row + 1] = end;
    }
    return { starts, items };
  };
  const running = (gaps) => {
    let sum = 0;
    return Int32Array.from(gaps, (gap) => (sum += gap));
  };

  /* Block `number` of the light columns as typed arrays. */
  archive.light = async (number) => {
    if (!blocks[number]) {
      const told = await tagloom.need(`light/${number}`);
      blocks[number] ??= {
        size: told.n,
        days: running(numbers(told.days)),
        kinds: Uint8Array.from(numbers(told.kinds)),
        categories: Uint8Array.from(numbers(told.categories)),
        scores: Uint16Array.from(numbers(told.scores)),
        marks: Uint8Array.from(numbers(told.marks)),
        sources: Uint32Array.from(numbers(told.sources)),
        institutions: lists(numbers(told.institutions), told.n),
        tags: lists(numbers(told.tags), told.n),
      };
    }
    return blocks[number];
  };
  /* The same, when it was loaded before. */
  archive.loaded = (number) => blocks[number];

  const iso = (day) => new Date((day - EPOCH) * 86400000).toISOString().slice(0, 10);
  const ordinal = (text) => {
    const time = Date.parse(`${text}T00:00:00Z`);
    return Number.isNaN(time) ? null : Math.round(time / 86400000) + EPOCH;
  };
  /* Of the institutions or tags of a block, those of row `row`. */
  const part = (list, row) => list.items.subarray(list.starts[row], list.starts[row + 1]);

  /* All that a card shows of entry `entry`. */
  archive.entry = async (entry) => {
    const [block, shelf] = await Promise.all([archive.light(Math.floor(entry / info.block)), tagloom.need(`text/${Math.floor(entry / info.shelf)}`)]);
    const row = entry % info.block;
    const [slug, time = "", title = "", titles = {}, language = "", authors = [], handle = "", topic = "", takeaway = "", summary = "", points = [], reason = "", url = "", links = [], heat = 0] =
      shelf[entry % info.shelf];
    const score = block.scores[row] ? (block.scores[row] - 1) / 10 : null;
    return {
      number: entry, slug, time, title, titles, language, authors, handle, topic, takeaway, summary, points, reason, url, links, heat, score,
      day: iso(block.days[row]),
      kind: block.kinds[row] - 1,
      category: block.categories[row] - 1,
      source: block.sources[row] - 1,
      featured: Boolean(block.marks[row] & 1),
      deep: Boolean(block.marks[row] & 2),
      institutions: [...part(block.institutions, row)],
      tags: [...part(block.tags, row)],
    };
  };

  Object.assign(archive, { iso, ordinal, part });
})(window.tagloom);
