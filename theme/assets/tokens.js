/* A text in; its plain form and the keys it is found by out: the same as generator/tagloom/outputs/search/tokens.py. */
((tagloom) => {
  "use strict";
  const WIDE = "\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const RUN = new RegExp(`[${WIDE}]+|(?:(?![${WIDE}])[\\p{L}\\p{N}])+[+#]*`, "gu");
  const IS_WIDE = new RegExp(`^[${WIDE}]`, "u");
  const NARROW = new RegExp(`^(?![${WIDE}])[\\p{L}\\p{N}]`, "u");
  const GAPS = /[\s\-_\x1c-\x1f\x85]+/gu;
  const LONGEST = 40;
  const PREFIX = 3;

  const plain = (text) => text.normalize("NFKC").toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ").replace(GAPS, " ");
  const runs = (form) => form.match(RUN) || [];
  const wide = (text) => IS_WIDE.test(text);
  const start = (letters, length) => letters.slice(0, length).join("");

  const keys = (texts) => {
    const found = new Set();
    for (const text of texts) {
      for (const run of runs(plain(text))) {
        const letters = [...run];
        if (!wide(run)) found.add(start(letters, LONGEST));
        else letters.forEach((letter, place) => found.add(letter) && place + 1 < letters.length && found.add(letter + letters[place + 1]));
      }
    }
    return found;
  };

  /* The keys an entry with `run` must have. */
  const queryKeys = (run) => {
    const letters = [...run];
    if (!wide(run)) return [start(letters, LONGEST)];
    if (letters.length < 2) return [run];
    const found = new Set();
    for (let place = 0; place + 1 < letters.length; place += 2) found.add(letters[place] + letters[place + 1]);
    if (letters.length % 2) found.add(letters.at(-2) + letters.at(-1));
    return [...found];
  };

  /* Which of `shards` (a power of two) holds a key: FNV-1a over code points. */
  const shard = (key, shards) => {
    let made = 0x811c9dc5;
    for (const letter of wide(key) ? key : start([...key], PREFIX)) made = Math.imul(made ^ letter.codePointAt(0), 0x01000193) >>> 0;
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

  tagloom.tokens = { plain, runs, wide, keys, queryKeys, shard, numbers, stands, place, PREFIX };
})(window.tagloom);
