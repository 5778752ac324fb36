/* What is typed on the compose page in; the text of an entry's file, and the keys that tell duplicates, out. Touches no page.
   Keys and check sums are those of generator/tagloom/text/identity.py and outputs/compose.py; tests hold both to one result. */
((tagloom) => {
  "use strict";
  const ARXIV = "([0-9]{4}\\.[0-9]{4,5}|[a-z][a-z-]+(?:\\.[a-z]{2})?/[0-9]{7})(?:v[0-9]+)?";
  const ARXIV_ADDRESS = new RegExp(
    "^(?:(?:[a-z-]+\\.)?arxiv\\.org/(?:abs|pdf|html|format|ps|e-print|src)/|ar5iv\\.(?:labs\\.arxiv\\.)?org/(?:abs|html)/|alphaxiv\\.org/(?:abs|overview)/" +
      `|huggingface\\.co/papers/|(?:dx\\.)?doi\\.org/10\\.48550/arxiv\\.)${ARXIV}(?:\\.pdf)?/?$`,
  );
  const DOI_ADDRESS = /^(?:(?:dx\.)?doi\.org\/|[^/]+\/doi\/(?:abs\/|full\/|pdf\/|epdf\/)?)(10\.[0-9]{4,9}\/.+)$/;
  const ADDED = /^(?:utm_[^=]*|fbclid|gclid|mc_[ce]id|igshid|spm|from|ref|ref_src|ref_url|source|share|si)=/;
  const UNSEEN = /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]|[\u{e0000}-\u{e0fff}]/gu;
  const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufdd0-\ufdef\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  const ORDER = [
    "id", "title", "date", "tags", "institutions", "source", "authors", "handle", "score", "heat", "featured", "deep", "kind", "category", "topic",
    "takeaway", "summary", "points", "reason", "url", "links",
  ];
  const BARE = new Set(["date", "score", "heat", "featured", "deep"]);
  const FLOW = new Set(["tags", "institutions", "authors"]);
  /* Texts that no reader of YAML takes for anything else. */
  const PLAIN = /^\p{L}[\p{L}\p{M}\p{N}_./()+-]*(?: [\p{L}\p{M}\p{N}_./()+-]+)*$/u;
  const WORDS = new Set(["y", "n", "yes", "no", "on", "off", "true", "false", "null"]);

  const clean = (text) => text.replace(/\r\n?/g, "\n").replace(CONTROL, "").replace(/[\x85\u2028\u2029]/g, " ").normalize("NFC");
  const oneLine = (text) => clean(text).split(/\s+/u).filter(Boolean).join(" ");
  const lines = (text) => clean(text).split("\n").map((line) => line.trim()).filter(Boolean);

  const fold = (name) => {
    let text = name.replace(UNSEEN, "");
    for (let round = 0; round < 3; round++) text = text.normalize("NFKC").toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
    return text.normalize("NFKC").replace(/[\s\-_]+/gu, " ").trim();
  };
  const titleKey = (title) => fold(title).normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "");

  const addressKey = (address) => {
    const found = /^([a-z]+):\/\/([^#]*)#?(.*)$/is.exec(address.trim());
    if (!found || !/^https?$/i.test(found[1])) return "";
    const [, rest, query] = /^([^?]*)\??(.*)$/s.exec(found[2]);
    const slash = rest.includes("/") ? rest.indexOf("/") : rest.length;
    let path = rest.slice(slash);
    try {
      path = decodeURIComponent(path);
    } catch {
      /* A stray % is a letter like others. */
    }
    const whole = rest.slice(0, slash).toLowerCase().replace(/^(?:www|m)\.|:(?:443|80)$/g, "") + path;
    const paper = ARXIV_ADDRESS.exec(whole.toLowerCase());
    if (paper) return `arxiv:${paper[1]}`;
    const doi = DOI_ADDRESS.exec(whole.toLowerCase());
    if (doi) return `doi:${doi[1].replace(/[/.]+$/, "")}`;
    const kept = query.split("&").filter((part) => part && !ADDED.test(part.toLowerCase())).sort().join("&");
    return whole.replace(/\/+(?:index\.html?)?$/, "") + (kept ? `?${kept}` : "") + (/^[/!]/.test(found[3]) ? `#${found[3]}` : "");
  };

  const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
    return byte;
  });
  const checkSum = (text) => {
    let made = 0xffffffff;
    for (const byte of new TextEncoder().encode(text)) made = TABLE[(made ^ byte) & 255] ^ (made >>> 8);
    return ((made ^ 0xffffffff) >>> 0).toString(36);
  };

  const SPELLED = { "+": "plus", "#": "sharp", "&": "and" };
  const slug = (text, most = 48) => {
    const whole = [...fold(text)].map((letter) => (/[\p{L}\p{N}\p{M}]/u.test(letter) ? letter : SPELLED[letter] ? `-${SPELLED[letter]}-` : "-")).join("");
    const tidy = whole.replace(/-{2,}/g, "-").replace(/^-|-$/g, "").normalize("NFC");
    if (new TextEncoder().encode(tidy).length <= most * 1.5 && tidy.length <= most) return tidy;
    let cut = tidy.slice(0, most);
    while (new TextEncoder().encode(cut).length > most * 1.5) cut = [...cut].slice(0, -1).join("");
    return cut.replace(/-[^-]*$/, "") || cut;
  };
  /* The name before a colon stands for the title when it is short: `Piper: a system` is piper. */
  const idOf = (title) => {
    const head = title.split(/[:：]\s*/)[0];
    return (head !== title && head.length > 2 && head.split(/\s+/).length <= 4 && slug(head)) || slug(title);
  };

  const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[ T]([0-9]{2}):([0-9]{2}))?$/;
  /* `{day, clock}`; "form" for another form, "day" for a day that no calendar has. */
  const dateOf = (text) => {
    const found = DATE.exec(text.trim());
    if (!found) return "form";
    const [year, month, day, hour, minute] = found.slice(1).map(Number);
    const made = new Date(Date.UTC(2000, month - 1, day));
    made.setUTCFullYear(year, month - 1, day);
    if (!year || made.getUTCFullYear() !== year || made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day || hour > 23 || minute > 59) return "day";
    return { day: text.trim().slice(0, 10), clock: found[4] ? `${found[4]}:${found[5]}` : "" };
  };
  const isAddress = (text) => /^https?:\/\/[^\s/?#\\<>"]+[^\s<>"\\]*$/.test(text);

  const scalar = (text) => (PLAIN.test(text) && !WORDS.has(text.toLowerCase()) ? text : JSON.stringify(text));
  const value = (name, what, indent) => {
    if (Array.isArray(what)) return FLOW.has(name) ? ` [${what.map(scalar).join(", ")}]` : what.map((item) => `\n  -${value("", item, "    ")}`).join("");
    if (typeof what === "object") return Object.entries(what).map(([key, inner]) => `\n  ${scalar(key)}: ${scalar(inner)}`).join("");
    if (BARE.has(name)) return ` ${what}`;
    if (!what.includes("\n")) return ` ${scalar(what)}`;
    return ` |-\n${what.split("\n").map((line) => (line ? indent + line : "")).join("\n")}`;
  };
  const rank = (name) => (name.startsWith("title_") ? ORDER.indexOf("title") + 0.5 : ORDER.indexOf(name));

  /* The file of an entry: `fields` by name (text, list or map), what is empty left out, and the Markdown below. */
  const fileText = (fields, body) => {
    const names = Object.keys(fields).filter((name) => fields[name] && Object.keys(fields[name]).length).sort((one, other) => rank(one) - rank(other));
    const text = clean(body).replace(/^\n+|\s+$/g, "");
    return `---\n${names.map((name) => `${name}:${value(name, fields[name], "  ")}\n`).join("")}---\n${text ? `\n${text}\n` : ""}`;
  };

  tagloom.compose = { clean, oneLine, lines, fold, titleKey, addressKey, checkSum, slug, idOf, dateOf, isAddress, fileText };
})(window.tagloom);
