/* A text in; its plain form and the keys it is found by out: the same as generator/tagloom/outputs/search/tokens.py. */
((tagloom) => {
  "use strict";
  const WIDE = "\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const WORD = `(?:(?![${WIDE}])[\\p{L}\\p{N}])+[+#]*`;
  const RUN = new RegExp(`[${WIDE}]+|${WORD}(?: ${WORD})*`, "gu");
  const IS_WIDE = new RegExp(`^[${WIDE}]`, "u");
  const NARROW = new RegExp(`^(?![${WIDE}])[\\p{L}\\p{N}]`, "u");
  const GAPS = /[\s\-_\x1c-\x1f\x85]+/gu;
  const LONGEST = 40;
  const PREFIX = 3;

  const plain = (text) => text.normalize("NFKC").toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ").replace(GAPS, " ");
  const runs = (form) => form.match(RUN) || [];
  const wide = (text) => IS_WIDE.test(text);
  const start = (letters, length) => letters.slice(0, length).join("");

  /* The key that two neighbours share with one pair in 65,536: by their CRC-32. */
  const pairKey = (word, following) => {
    let made = -1;
    for (const byte of new TextEncoder().encode(`${word} ${following}`)) {
      made ^= byte;
      for (let bit = 0; bit < 8; bit++) made = (made >>> 1) ^ (made & 1 ? 0xedb88320 : 0);
    }
    return ` ${(~made & 0xffff).toString(16)}`;
  };

  const keys = (texts) => {
    const found = new Set();
    for (const run of texts.flatMap((text) => runs(plain(text)))) {
      const parts = wide(run) ? [...run] : run.split(" ");
      for (const [place, part] of parts.entries()) {
        found.add(wide(run) ? part : start([...part], LONGEST));
        if (place) found.add(wide(run) ? parts[place - 1] + part : pairKey(parts[place - 1], part));
      }
    }
    return found;
  };

  /* The keys an entry with `run` must have, as `{key, prefix}`. When it is `open`, its last word may go on. */
  const queryKeys = (run, open = false) => {
    const found = new Set();
    if (wide(run)) {
      const letters = [...run];
      if (letters.length < 2) found.add(run);
      for (let place = 0; place + 1 < letters.length; place += 2) found.add(letters[place] + letters[place + 1]);
      if (letters.length > 2 && letters.length % 2) found.add(letters.at(-2) + letters.at(-1));
      return [...found].map((key) => ({ key, prefix: false }));
    }
    const words = run.split(" ");
    const last = words.length - 1;
    const goesOn = open && [...words[last]].length >= PREFIX && [...words[last]].length < LONGEST;
    for (const word of words.slice(0, last)) found.add(start([...word], LONGEST));
    for (let place = 0; place < last - (open ? 1 : 0); place++) found.add(pairKey(words[place], words[place + 1]));
    return [...[...found].map((key) => ({ key, prefix: false })), { key: start([...words[last]], LONGEST), prefix: goesOn }];
  };

  /* Which of `shards` (a power of two) holds a key: FNV-1a over code points. */
  const shard = (key, shards) => {
    let made = 0x811c9dc5;
    for (const letter of wide(key) || key[0] === " " ? key : start([...key], PREFIX)) made = Math.imul(made ^ letter.codePointAt(0), 0x01000193) >>> 0;
    return (made ^ (made >>> 15)) & (shards - 1);
  };

  /* Numbers written with 92 digits: the first 46 end a number, the others go on. */
  const VALUES = new Int8Array(128);
  for (let code = 0x20, value = 0; value < 92; code++) if (code !== 34 && code !== 92) VALUES[code] = value++;
  const numbers = (text) => {
    const found = [];
    let number = 0;
    for (let place = 0; place < text.length; place++) {
      const digit = VALUES[text.charCodeAt(place)];
      if (digit < 46) {
        found.push(number * 46 + digit);
        number = 0;
      } else number = number * 46 + digit - 45;
    }
    return found;
  };

  /* Whether `form` stands in `text` (both plain): at the beginning of a word, and with `whole` up to its end. */
  const stands = (text, form, whole) => place(text, form, whole) >= 0;
  const place = (text, form, whole, from = 0) => {
    const opens = NARROW.test(form);
    const closes = whole && NARROW.test([...form].at(-1));
    for (let at = text.indexOf(form, from); at >= 0; at = text.indexOf(form, at + 1)) {
      if (opens && at > 0 && NARROW.test(text[at - 1])) continue;
      if (closes && at + form.length < text.length && NARROW.test(text[at + form.length])) continue;
      return at;
    }
    return -1;
  };

  tagloom.tokens = { plain, runs, wide, keys, queryKeys, shard, numbers, stands, place };
})(window.tagloom);
