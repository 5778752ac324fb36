/* What a reader asks for: the state in the address (`?kind=paper&tag=…&not=…&q=…`), and the words typed into the search.
   A typed line may hold words, "phrases", -exclusions, and field words (tag: source: kind: institution: author: title: score:>=8
   date:2026-05 before: after: is:featured). */
((tagloom) => {
  "use strict";
  const { plain, runs, wide, queryKeys } = tagloom.tokens;
  const ONE = ["kind", "category", "source", "institution", "score", "from", "to", "q"];
  const MANY = ["tag", "not"];
  const MARKS = ["featured", "deep"];

  const empty = () => ({ kind: "", category: "", source: "", institution: "", score: "", from: "", to: "", q: "", tag: [], not: [], featured: false, deep: false });

  const read = (search) => {
    const given = new URLSearchParams(search);
    const state = empty();
    for (const name of ONE) state[name] = (given.get(name) || "").trim();
    for (const name of MANY) state[name] = [...new Set(given.getAll(name).map((value) => value.trim()))].filter(Boolean);
    for (const name of MARKS) state[name] = given.has(name) && given.get(name) !== "0";
    return state;
  };

  const write = (state) => {
    const made = new URLSearchParams();
    for (const name of ["q", ...ONE.slice(0, -1)]) if (state[name]) made.set(name, state[name]);
    for (const name of MANY) for (const value of state[name]) made.append(name, value);
    for (const name of MARKS) if (state[name]) made.set(name, "1");
    return made.toString();
  };

  const FIELDS = {
    tag: "tag", 标签: "tag", source: "source", 来源: "source", kind: "kind", 类型: "kind", category: "category", 分类: "category",
    institution: "institution", inst: "institution", 机构: "institution", author: "author", 作者: "author", title: "title", 标题: "title",
    score: "score", 评分: "score", date: "date", 日期: "date", before: "before", after: "after", is: "is",
  };
  const PART = /(-?)(?:([\p{L}]+)[:：])?(?:"([^"]*)"?|“([^”]*)”?|「([^」]*)」?|(\S+))/gu;

  const term = (text, closed, negative, field) => {
    let form = plain(text).trim();
    const found = runs(form);
    // Outside of quotes, punctuation around what was typed means nothing.
    if (!closed && found.length) form = form.slice(form.indexOf(found[0]), form.lastIndexOf(found.at(-1)) + found.at(-1).length);
    const keys = found.flatMap((run, place) => queryKeys(run, !closed && place === found.length - 1 && form.endsWith(run)));
    const single = found.length === 1 && found[0] === form && !form.includes(" ") && (wide(form) ? [...form].length <= 2 : [...form].length < 40);
    return { form, closed, negative, field, keys, exact: single && field === "any" };
  };

  const comparison = (text) => {
    const found = /^(>=|<=|>|<|=|≥|≤)?\s*(\d+(?:\.\d+)?)/u.exec(text);
    if (!found) return null;
    const sign = { "≥": ">=", "≤": "<=" }[found[1]] || found[1] || "=";
    return { sign, number: Number(found[2]) };
  };

  /* The first and last day that `2026`, `2026-05` or `2026-05-19` means, as ISO days; null for anything else. */
  const span = (text) => {
    const found = /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?$/.exec(text);
    if (!found) return null;
    const [, year, month, day] = found.map((part) => part && part.padStart(2, "0"));
    if (day) return [`${year}-${month}-${day}`, `${year}-${month}-${day}`];
    if (month) return [`${year}-${month}-01`, `${year}-${month}-31`];
    return [`${year}-01-01`, `${year}-12-31`];
  };

  /* A typed line as `{terms, fields}`; a word before a colon that is no field belongs to the text. */
  const parse = (line) => {
    const terms = [];
    const fields = [];
    for (const found of line.matchAll(PART)) {
      const quoted = found[3] ?? found[4] ?? found[5];
      const negative = found[1] === "-" && (found.index === 0 || /\s/.test(line[found.index - 1]));
      const field = FIELDS[(found[2] || "").toLowerCase()];
      const value = quoted ?? found[6];
      if (field && field !== "author" && field !== "title") fields.push({ field, value, negative });
      else if (field) terms.push(term(value, quoted !== undefined, negative, field));
      else {
        const text = quoted === undefined ? (negative ? found[0].slice(1) : found[0]) : (found[2] ? `${found[2]}:` : "") + quoted;
        if (plain(text).trim()) terms.push(term(text, quoted !== undefined, negative, "any"));
      }
    }
    return { terms: terms.filter((one) => one.form), fields };
  };

  tagloom.query = { empty, read, write, parse, comparison, span };
})(window.tagloom);
