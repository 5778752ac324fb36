/* Which entries of the archive fit a query, the newest first, and how many. The index (generator/tagloom/outputs/search/index.py) names
   those that may fit; where it cannot tell, as of a phrase, texts are looked into. */
((tagloom) => {
  "use strict";
  const { plain, numbers, shard, stands } = tagloom.tokens;
  const { archive } = tagloom;
  const { iso, ordinal, part, loaded } = archive;

  /* What looking into texts may cost before a reader is asked: a text costs 1, a file of texts that is not here yet FILE. */
  archive.step = 640;
  const FILE = 16;
  /* After so many milliseconds a reader is shown what was found, be it ever so little. */
  archive.soon = 50;
  /* For so many regions the index is asked for at once. */
  const AHEAD = 5;
  const here = new Set();
  const verdicts = new Map();

  /* entry -> whether it fits `terms`, as far as its text was looked into. */
  const verdictsOn = (terms) => {
    const name = terms.map(({ form, field, closed, negative }) => `${field} ${closed} ${negative} ${form}`).join("\n");
    if (!verdicts.has(name)) {
      if (verdicts.size > 40) verdicts.clear();
      verdicts.set(name, new Map());
    }
    return verdicts.get(name);
  };
  /* Looks into the texts of `entries`. */
  const settle = async (entries, terms, known) => {
    const left = entries.filter((entry) => !known.has(entry));
    const read = await Promise.all(left.map(archive.entry));
    left.forEach((entry, at) => known.set(entry, fits(read[at], terms)));
    return entries.filter((entry) => known.get(entry));
  };
  /* Takes the price of looking into `entries` from the purse, if it can pay or `must`. */
  const pay = (purse, entries, known, must) => {
    const left = entries.filter((entry) => !known.has(entry));
    const files = new Set(left.map((entry) => Math.floor(entry / archive.info.shelf)).filter((file) => !here.has(file)));
    const price = left.length + files.size * FILE;
    if (price > purse.left && !must) return false;
    purse.left -= price;
    for (const file of files) here.add(file);
    return true;
  };

  /* The texts in which a phrase is looked for. */
  const textsOf = (entry, field) => {
    if (field === "author") return [...entry.authors, entry.handle];
    if (field === "title") return [entry.title, ...Object.values(entry.titles)];
    const terms = [
      ...entry.tags.flatMap((number) => archive.spellings("tags", number)),
      ...entry.institutions.flatMap((number) => archive.spellings("institutions", number)),
      ...(entry.source < 0 ? [] : archive.spellings("sources", entry.source)),
    ];
    return [entry.title, ...Object.values(entry.titles), ...entry.authors, entry.handle, entry.topic, entry.takeaway, entry.summary, ...entry.points, entry.reason, ...terms];
  };
  const fits = (entry, terms) => {
    const texts = {};
    return terms.every(({ form, field, closed, negative }) => {
      texts[field] ??= textsOf(entry, field).map(plain);
      return texts[field].some((text) => stands(text, form, closed)) !== negative;
    });
  };

  /* The stretches of the archive that are searched one after another, the newest first. */
  const regions = (withText) => {
    const { size, unit, most, block, shards } = archive.info;
    const found = [];
    if (!withText) {
      for (let start = 0; start < size; start += block) found.unshift({ start, end: Math.min(start + block, size) });
      return found;
    }
    let first = 0;
    let left = Math.floor(size / unit);
    while (left) {
      const units = Math.min(most, 2 ** Math.floor(Math.log2(left)));
      found.unshift({ start: first * unit, end: (first + units) * unit, volume: `${first}-${units}`, shards: units * shards });
      first += units;
      left -= units;
    }
    if (first * unit < size) found.unshift({ start: first * unit, end: size });
    return found;
  };

  /* In one volume: a mask of the entries that have a term's keys. */
  const maskOf = async (region, term) => {
    const size = region.end - region.start;
    const parts = await Promise.all(term.keys.map(({ key }) => tagloom.need(`index/${region.volume}/${shard(key, region.shards)}`)));
    let mask = null;
    term.keys.forEach(({ key, prefix }, at) => {
      const one = new Uint8Array(size);
      const mark = (packed) => {
        let entry = -1;
        for (const gap of numbers(packed)) one[(entry += gap + 1)] = 1;
      };
      if (prefix) for (const [word, packed] of Object.entries(parts[at])) word.startsWith(key) && mark(packed);
      else if (Object.hasOwn(parts[at], key)) mark(parts[at][key]);
      if (mask) for (let entry = 0; entry < size; entry++) mask[entry] &= one[entry];
      else mask = one;
    });
    return mask;
  };
  const masks = new Map();
  const masked = (region, term) => {
    const name = `${region.volume} ${term.closed} ${term.form}`;
    if (!masks.has(name)) {
      if (masks.size > 400) masks.clear();
      const wait = maskOf(region, term);
      wait.catch(() => masks.delete(name));
      masks.set(name, wait);
    }
    return masks.get(name);
  };
  /* A mask of the entries of a region that may fit `terms`; null when all may. */
  const textMask = async (region, terms) => {
    const asked = region.volume ? terms.filter((term) => term.keys.length && (term.exact || !term.negative)) : [];
    const found = await Promise.all(asked.map((term) => masked(region, term)));
    if (!found.length) return null;
    const mask = new Uint8Array(found[0].length).fill(1);
    found.forEach((one, at) => {
      const but = asked[at].negative ? 1 : 0;
      for (let entry = 0; entry < mask.length; entry++) mask[entry] &= one[entry] ^ but;
    });
    return mask;
  };
  /* Gives each region that may hold what `wanted` asks for, with its mask, its light columns at hand. The index of the next
     regions is asked for ahead, ever more of them, and light columns only of regions that may hold something. */
  const candidates = async function* (wanted, ahead) {
    const found = regions(wanted.terms.length > 0);
    const waits = [];
    if (found.length) archive.light(archive.count - 1).catch(() => {});
    for (const [at, region] of found.entries()) {
      while (waits.length < Math.min(found.length, ahead + 2 * at)) {
        const wait = textMask(found[waits.length], wanted.terms);
        wait.catch(() => {});
        waits.push(wait);
      }
      const mask = await waits[at];
      if (mask && !mask.includes(1)) continue;
      await lightOf(region);
      yield { region, mask };
    }
  };

  /* The filters of a state as numbers. Each dimension that fails has its own bit. */
  const DIMENSIONS = { kind: 1, category: 2, source: 4, institution: 8, tag: 16, featured: 32, deep: 64, score: 128, date: 256, other: 512 };
  const compile = (state) => {
    const asked = tagloom.query.parse(state.q || "");
    // An unknown name fits nothing; -1 would fit entries without a value.
    const known = (number) => (number < 0 ? -2 : number);
    const one = (what, text) => (text ? [known(archive.number(what, text))] : null);
    const wanted = {
      kind: one("kinds", state.kind), category: one("categories", state.category), source: one("sources", state.source), institution: one("institutions", state.institution),
      tags: state.tag.map((text) => [archive.number("tags", text)]),
      nots: state.not.map((text) => archive.number("tags", text)),
      marks: (state.featured ? 1 : 0) | (state.deep ? 2 : 0),
      low: state.score ? Math.round(Number(state.score) * 10) + 1 || 0 : 0, high: Infinity,
      from: state.from ? ordinal(tagloom.query.span(state.from)?.[0] || "") ?? -Infinity : -Infinity,
      to: state.to ? lastDay(state.to) : Infinity,
      others: [], terms: asked.terms,
    };
    for (const { field, value, negative } of asked.fields) typedField(wanted, field, value, negative);
    // A name of signs alone (★) has no key; it is looked for among the names of tags.
    for (const term of wanted.terms.filter((each) => !each.keys.length)) wanted[term.negative ? "others" : "tags"].push(term.negative ? notIn("tags", archive.holding("tags", term.form)) : archive.holding("tags", term.form));
    wanted.terms = wanted.terms.filter((each) => each.keys.length);
    wanted.check = wanted.terms.filter((each) => !each.exact);
    return wanted;
  };
  const lastDay = (text) => {
    const last = tagloom.query.span(text)?.[1];
    if (!last) return Infinity;
    const [year, month] = last.split("-").map(Number);
    return ordinal(last.endsWith("-31") && text.length < 10 ? new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) : last) ?? Infinity;
  };
  const numbersFor = (what, text) => {
    const exact = archive.number(what, text);
    return exact >= 0 ? [exact] : archive.holding(what, text);
  };
  const valuesAt = { kinds: (block, row) => [block.kinds[row] - 1], categories: (block, row) => [block.categories[row] - 1], sources: (block, row) => [block.sources[row] - 1], institutions: (block, row) => part(block.institutions, row), tags: (block, row) => part(block.tags, row) };
  const isIn = (what, found) => (block, row) => valuesAt[what](block, row).some((value) => found.includes(value));
  const notIn = (what, found) => (block, row) => !isIn(what, found)(block, row);
  const PLURAL = { tag: "tags", source: "sources", kind: "kinds", category: "categories", institution: "institutions" };
  const typedField = (wanted, field, value, negative) => {
    if (PLURAL[field]) {
      const found = numbersFor(PLURAL[field], value);
      if (negative) wanted.others.push(notIn(PLURAL[field], found));
      else if (field === "tag") wanted.tags.push(found);
      else wanted.others.push(isIn(PLURAL[field], found));
    } else if (field === "score") {
      const asked = tagloom.query.comparison(value);
      if (!asked) return;
      const limit = Math.round(asked.number * 10) + 1;
      const holds = { ">=": (score) => score >= limit, ">": (score) => score > limit, "<=": (score) => score <= limit, "<": (score) => score < limit, "=": (score) => score === limit }[asked.sign];
      wanted.others.push((block, row) => block.scores[row] > 0 && holds(block.scores[row]) !== negative);
    } else if (field === "is") {
      const bit = /^(deep|深度|深度解读)$/.test(value) ? 2 : 1;
      wanted.others.push((block, row) => Boolean(block.marks[row] & bit) !== negative);
    } else {
      const days = tagloom.query.span(value);
      if (!days) return;
      const first = field === "before" ? -Infinity : ordinal(days[0]);
      const last = field === "after" ? Infinity : field === "before" ? ordinal(days[0]) - 1 : lastDay(value);
      wanted.others.push((block, row) => (block.days[row] >= first && block.days[row] <= last) !== negative);
    }
  };

  /* The dimensions in which row `row` of `block` fails, as bits; 0 when it fits. */
  const failing = (wanted, block, row) => {
    let bits = 0;
    if (wanted.kind && block.kinds[row] - 1 !== wanted.kind[0]) bits |= DIMENSIONS.kind;
    if (wanted.category && block.categories[row] - 1 !== wanted.category[0]) bits |= DIMENSIONS.category;
    if (wanted.source && block.sources[row] - 1 !== wanted.source[0]) bits |= DIMENSIONS.source;
    if (wanted.institution && !part(block.institutions, row).includes(wanted.institution[0])) bits |= DIMENSIONS.institution;
    if (wanted.tags.length || wanted.nots.length) {
      const tags = part(block.tags, row);
      if (wanted.tags.some((any) => !any.some((tag) => tags.includes(tag))) || wanted.nots.some((tag) => tags.includes(tag))) bits |= DIMENSIONS.tag;
    }
    if (wanted.marks & 1 && !(block.marks[row] & 1)) bits |= DIMENSIONS.featured;
    if (wanted.marks & 2 && !(block.marks[row] & 2)) bits |= DIMENSIONS.deep;
    if (block.scores[row] < wanted.low) bits |= DIMENSIONS.score;
    if (block.days[row] < wanted.from || block.days[row] > wanted.to) bits |= DIMENSIONS.date;
    for (const holds of wanted.others) if (!holds(block, row)) return bits | DIMENSIONS.other;
    return bits;
  };

  const lightOf = (region) => {
    const first = Math.floor(region.start / archive.info.block);
    const last = Math.floor((region.end - 1) / archive.info.block);
    return Promise.all(Array.from({ length: last - first + 1 }, (_, at) => archive.light(first + at)));
  };

  /* Yields the numbers of the entries that fit `state`, the newest first, in groups; a phrase is looked up in the texts. When the
     purse `{left}` is empty it yields `{until}` instead, the day it came to, and goes on when asked again. The newest entries, which
     have no index yet, are few and cost nothing. */
  archive.find = async function* (state, many, purse) {
    const wanted = compile(state);
    for await (const { region, mask } of candidates(wanted, AHEAD)) {
      const check = region.volume ? wanted.check : wanted.terms;
      const known = verdictsOn(check);
      const fitting = (entries) => (check.length ? settle(entries, check, known) : entries);
      let group = [];
      for (let entry = region.end - 1; entry >= region.start; entry--) {
        if (mask && !mask[entry - region.start]) continue;
        const block = loaded(Math.floor(entry / archive.info.block));
        if (failing(wanted, block, entry % archive.info.block)) continue;
        if (check.length && region.volume && !pay(purse, [entry], known)) {
          yield await fitting(group);
          group = [];
          yield { until: iso(block.days[entry % archive.info.block]) };
          pay(purse, [entry], known, true);
        }
        group.push(entry);
        if (group.length < many) continue;
        yield await fitting(group);
        group = [];
      }
      if (group.length) yield await fitting(group);
    }
  };

  /* How many entries of the whole archive fit, and how many would with another choice in each dimension. What the purse cannot pay to
     look into is counted by its parts, at the rate at which the texts looked into did fit: then `exact` is false for the total, and
     `sure` for the rest. Lets the page draw and answer in between; gives null as soon as nobody is `waiting` any more. */
  archive.tally = async (state, purse, waiting) => {
    const wanted = compile(state);
    const made = { total: 0, exact: true, sure: true, kind: [], category: [], source: [], institution: [], tag: [], featured: 0, deep: 0, score: [] };
    let weight = 1;
    const add = (list, at) => (list[at] = (list[at] || 0) + weight);
    for await (const { region, mask } of candidates(wanted, Infinity)) {
      await tagloom.pause();
      if (!waiting()) return null;
      const check = region.volume ? wanted.check : wanted.terms;
      const known = verdictsOn(check);
      let rate = 1;
      if (check.length) {
        const open = [];
        for (let entry = region.start; entry < region.end; entry++) if ((!mask || mask[entry - region.start]) && !known.has(entry)) open.push(entry);
        if (pay(purse, open, known, !region.volume)) await settle(open, check, known);
        rate = Math.min(1, ([...known.values()].filter(Boolean).length + 1) / (known.size + 1));
      }
      for (let entry = region.start; entry < region.end; entry++) {
        if (mask && !mask[entry - region.start]) continue;
        const verdict = check.length ? known.get(entry) : true;
        if (verdict === false) continue;
        const block = loaded(Math.floor(entry / archive.info.block));
        const row = entry % archive.info.block;
        const bits = failing(wanted, block, row);
        if (bits & (bits - 1)) continue;
        weight = verdict ? 1 : rate;
        if (!verdict) made.sure = false;
        if (!verdict && !bits) made.exact = false;
        if (!bits) made.total += weight;
        if (!(bits & ~DIMENSIONS.kind)) add(made.kind, block.kinds[row] - 1);
        if (!(bits & ~DIMENSIONS.category)) add(made.category, block.categories[row] - 1);
        if (!(bits & ~DIMENSIONS.source)) add(made.source, block.sources[row] - 1);
        if (!(bits & ~DIMENSIONS.institution)) for (const house of part(block.institutions, row)) add(made.institution, house);
        if (!bits) for (const tag of part(block.tags, row)) add(made.tag, tag);
        if (!(bits & ~DIMENSIONS.featured) && block.marks[row] & 1) made.featured += weight;
        if (!(bits & ~DIMENSIONS.deep) && block.marks[row] & 2) made.deep += weight;
        if (!(bits & ~DIMENSIONS.score) && block.scores[row]) add(made.score, Math.floor((block.scores[row] - 1) / 10));
      }
    }
    return made;
  };

  /* The plain forms that cards highlight. */
  archive.marked = (state) => compile(state).terms.filter((term) => !term.negative);
})(window.tagloom);
