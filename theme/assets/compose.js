/* The compose page: a form that shows the card and the file of an entry while one types, tells what the check would, and hands the file on. */
(async (tagloom) => {
  "use strict";
  const page = document.querySelector(".tl-compose");
  if (!page) return;
  const { make, compose: text } = tagloom;
  const form = page.querySelector("form");
  const facts = JSON.parse(page.querySelector(".tl-facts").textContent);
  const sample = page.querySelector(".tl-sample");
  const file = page.querySelector("#tl-c-file");
  const told = page.querySelector(".tl-told");
  const KEPT = "compose";
  const picked = { tags: [], institutions: [] };
  let names = { tags: [], institutions: [], sources: [], years: [] };
  let known = null; // check sum -> slug, and the slugs

  const t = (key, values = {}) => {
    const words = (values.n === 1 && facts.words[`${key}.one`]) || facts.words[key] || key;
    return words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  };
  const input = (name) => form.elements[name];
  const typed = (name) => text.oneLine(input(name)?.value || "");
  const listed = (name, apart) => [...new Set(text.clean(input(name).value).split(apart).map(text.oneLine).filter(Boolean))];

  /* ---- What is typed, as fields ---- */
  const LINK = /^\s*(?:[-*]\s+)?([\p{L}\p{N}_.-]+)\s*[:：]\s*(\S+)\s*$/u;
  const links = () => text.lines(input("links").value).map((line) => LINK.exec(line)?.slice(1));
  const gathered = () => {
    const fields = {};
    for (const name of ["title", "url", "date", "source", "kind", "category", "takeaway", "reason", "score", "heat", "topic", "handle"]) fields[name] = typed(name);
    for (const language of form.querySelectorAll("[name^=title_]")) fields[language.name] = typed(language.name);
    for (const name of ["featured", "deep"]) fields[name] = input(name).checked ? "yes" : "";
    fields.summary = text.clean(input("summary").value).trim();
    fields.points = [...new Set(text.lines(input("points").value).map((line) => line.replace(/^(?:[-*•]|\d+[.)、])\s+/, "").trim()).filter(Boolean))];
    fields.authors = listed("authors", /[;；\n]/);
    fields.handle = fields.handle.replace(/^@/, "");
    fields.tags = [...picked.tags];
    fields.institutions = [...picked.institutions];
    fields.links = Object.fromEntries(links().filter((pair) => pair && text.isAddress(pair[1])));
    return fields;
  };
  const slugNow = () => text.slug(typed("id")) || text.idOf(typed("title")) || "entry";

  /* ---- What the check would say ---- */
  const faults = (fields) => {
    const found = {};
    if (!fields.title) found.title = t("compose.needs_title");
    const date = text.dateOf(fields.date);
    if (!fields.date) found.date = t("compose.needs_date");
    else if (date === "form") found.date = t("compose.bad_date");
    else if (date === "day") found.date = t("compose.no_day");
    if (fields.url && !text.isAddress(fields.url)) found.url = t("compose.bad_url");
    const wrong = links().findIndex((pair) => !pair || !text.isAddress(pair[1]));
    if (wrong >= 0) found.links = t("compose.bad_links", { n: wrong + 1 });
    for (const name of ["score", "heat"]) if (fields[name] && !/^-?\d+(?:\.\d+)?$/.test(fields[name])) found[name] = t("compose.bad_number");
    if (!found.score && fields.score && (Number(fields.score) < 0 || Number(fields.score) > facts.score)) found.score = t("compose.bad_score", { most: facts.score });
    if (known?.slugs.has(slugNow())) found.id = t("compose.bad_id");
    if (fields.tags.length > facts.most) found.tags = t("compose.many_tags", { most: facts.most });
    return found;
  };
  const duplicates = (fields) => {
    if (!known) return [];
    const found = new Map();
    const look = (key, why) => key && known.sums.has(text.checkSum(key)) && found.set(known.sums.get(text.checkSum(key)), why);
    for (const name of Object.keys(fields).filter((field) => /^title(_|$)/.test(field))) {
      const key = text.titleKey(fields[name]);
      if (key.length >= 8 || (key.length >= 4 && /[^\0-\x7f]/.test(key))) look(`t:${key}`, t("compose.same_title"));
    }
    const place = text.addressKey(fields.url);
    if (place) look(`a:${place}`, t("compose.same_url"));
    return [...found];
  };

  /* ---- Showing it ---- */
  let asked = false; // before somebody wants the file, an empty field is no fault
  const tell = (name, message, now) => {
    const wrong = form.querySelector(`#tl-e-${name}`);
    const shown = message && (now || asked || input(name).value) ? message : "";
    wrong.textContent = shown;
    if (shown) input(name).setAttribute("aria-invalid", "true");
    else input(name).removeAttribute("aria-invalid");
  };
  const cardOf = (fields) => {
    const date = text.dateOf(fields.date);
    const other = Object.keys(fields).find((name) => name.startsWith("title_") && fields[name]);
    const wide = /[\u2e80-\u9fff\uac00-\ud7af]/.test(fields.title);
    const shown = (name) => input(name)?.selectedOptions?.[0]?.value && input(name).selectedOptions[0].textContent;
    return {
      ...fields, body: text.clean(input("body").value), day: date.day || "", clock: date.clock || "", language: wide ? "zh" : "en", other: other && fields[other],
      otherLanguage: other?.slice(6), kind: shown("kind") || "", category: shown("category") || "", most: facts.score,
      url: text.isAddress(fields.url) ? fields.url : "", links: Object.entries(fields.links),
    };
  };
  const show = () => {
    const fields = gathered();
    const wrong = faults(fields);
    for (const part of form.querySelectorAll(".tl-wrong")) {
      const name = part.id.slice(5);
      tell(name, wrong[name]);
    }
    const fresh = fields.tags.filter((name) => names.tags.length && !resolved("tags", name));
    form.querySelector("#tl-h-tags").textContent = fresh.length ? t("compose.new_tags", { names: fresh.join(", ") }) : t("compose.tags_hint");
    page.querySelector(".tl-known").replaceChildren(
      ...duplicates(fields).map(([slug, why]) => make("p", {}, `${t("compose.same")} (${why}): `, make("a", { href: tagloom.address("entries", slug), target: "_blank", rel: "noopener" }, slug))),
    );
    page.querySelector(".tl-shown .tl-list").replaceChildren(tagloom.composeCard(sample, cardOf(fields), t));
    const day = text.dateOf(fields.date).day || "";
    page.querySelector(".tl-path").textContent = `content/entries/${day ? `${day.slice(0, 4)}/${day.slice(5, 7)}/` : ""}${slugNow()}.md`;
    file.value = text.fileText(fields, input("body").value);
    return wrong;
  };
  let due = 0;
  const keep = () => {
    const values = Object.fromEntries([...form.elements].filter((one) => one.name && !(one.name in picked)).map((one) => [one.name, one.type === "checkbox" ? one.checked : one.value]));
    tagloom.store.set(KEPT, { values, picked });
  };
  const changed = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => {
      show();
      keep();
    });
  };

  /* ---- Names with completion ---- */
  const index = { tags: new Map(), institutions: new Map() };
  const resolved = (kind, name) => index[kind].get(text.fold(name));
  const pick = (kind, written) => {
    for (const part of kind === "tags" ? written.split(/[,，、;；]/) : [written]) {
      const name = text.oneLine(part).replace(/^#(?=\S)/, "");
      if (!text.fold(name)) continue;
      const shown = resolved(kind, name) || name;
      if (!picked[kind].some((other) => text.fold(other) === text.fold(shown))) picked[kind].push(shown);
    }
    chips(kind);
    changed();
  };
  const chips = (kind) => {
    const list = form.querySelector(`[data-field=${kind}] ul`);
    list.replaceChildren(
      ...picked[kind].map((name, place) =>
        make("li", {}, name, " ", make("button", {
          type: "button", "aria-label": t("compose.remove", { name }),
          onclick: () => {
            picked[kind].splice(place, 1);
            chips(kind);
            changed();
            (list.querySelectorAll("button")[Math.min(place, picked[kind].length - 1)] || input(kind)).focus();
          },
        }, "×")),
      ),
    );
  };
  const offersFor = (kind, written) => {
    const wanted = text.fold(written);
    if (!wanted) return [];
    const starts = [];
    const holds = [];
    for (const [name, ...others] of names[kind]) {
      if (picked[kind].includes(name)) continue;
      const places = [name, ...others].map((each) => text.fold(each).indexOf(wanted));
      const best = places.some((place) => place === 0) ? starts : places.some((place) => place > 0) ? holds : null;
      if (best && best.length < 8) best.push([name, others.filter((other, at) => places[at + 1] >= 0 && places[0] < 0)]);
      if (starts.length === 8) break;
    }
    return [...starts, ...holds].slice(0, 8);
  };
  const complete = (kind) => {
    const box = input(kind);
    const list = form.querySelector(`#tl-o-${kind}`);
    let at = -1;
    const close = () => {
      list.hidden = true;
      list.replaceChildren();
      box.setAttribute("aria-expanded", "false");
      box.removeAttribute("aria-activedescendant");
      at = -1;
    };
    const take = (name) => {
      pick(kind, name);
      box.value = "";
      close();
    };
    const mark = (place) => {
      const options = [...list.children];
      at = (place + options.length) % options.length;
      options.forEach((option, number) => option.setAttribute("aria-selected", String(number === at)));
      box.setAttribute("aria-activedescendant", options[at].id);
      options[at].scrollIntoView({ block: "nearest" });
    };
    const open = () => {
      const found = offersFor(kind, box.value);
      if (!found.length) return close();
      at = -1;
      box.removeAttribute("aria-activedescendant");
      list.replaceChildren(
        ...found.map(([name, others], place) =>
          make("div", { id: `tl-o-${kind}-${place}`, role: "option", "aria-selected": "false", "data-name": name, onpointerdown: (event) => { event.preventDefault(); take(name); } },
            name, others.length ? make("small", {}, ` ${t("compose.also", { names: others.join(", ") })}`) : null)),
      );
      list.hidden = false;
      for (const part of [list, box]) part.scrollIntoView({ block: "nearest" });
      box.setAttribute("aria-expanded", "true");
    };
    box.addEventListener("input", open);
    box.addEventListener("blur", () => {
      if (box.value.trim()) take(box.value);
      close();
    });
    box.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (list.hidden ? (open(), !list.hidden) : true)) mark(event.key === "ArrowDown" ? at + 1 : Math.max(at, 0) - 1);
      else if (event.key === "Enter" && (at >= 0 || box.value.trim())) take(at >= 0 ? list.children[at].dataset.name : box.value);
      else if (/^[,，、]$/.test(event.key) && kind === "tags" && box.value.trim()) take(box.value);
      else if (event.key === "Escape" && !list.hidden) close();
      else if (event.key === "Backspace" && !box.value && picked[kind].length) {
        picked[kind].pop();
        chips(kind);
        changed();
      } else return;
      event.preventDefault();
    });
  };

  /* ---- Handing it on ---- */
  const copied = async (words) => {
    try {
      await navigator.clipboard.writeText(words);
      return true;
    } catch {
      file.select();
      return document.execCommand("copy");
    }
  };
  const actions = {
    async copy() {
      told.textContent = t((await copied(file.value)) ? "compose.copied" : "compose.not_copied");
    },
    download() {
      const name = `${slugNow()}.md`;
      const link = make("a", { href: URL.createObjectURL(new Blob([file.value], { type: "text/markdown" })), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      told.textContent = t("compose.downloaded", { name });
    },
    async propose() {
      const day = text.dateOf(typed("date")).day;
      const folder = `content/entries/${day.slice(0, 4)}/${day.slice(5, 7)}`;
      const place = `https://github.com/${facts.repo}/new/${facts.branch.split("/").map(encodeURIComponent).join("/")}/${folder}?filename=${encodeURIComponent(`${slugNow()}.md`)}`;
      const whole = `${place}&value=${encodeURIComponent(file.value)}`;
      if (whole.length <= facts.address) {
        window.open(whole, "_blank", "noopener");
        told.textContent = t("compose.opened");
        return;
      }
      const done = await copied(file.value);
      window.open(place, "_blank", "noopener");
      told.textContent = t(done ? "compose.pasted" : "compose.not_copied");
    },
  };
  page.addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-do]")?.dataset.do;
    if (!wanted) return;
    asked = true;
    const wrong = Object.keys(show());
    if (!wrong.length) {
      actions[wanted]();
      return;
    }
    told.textContent = t("compose.mend", { n: wrong.length });
    const first = [...form.elements].find((one) => wrong.includes(one.name));
    first.closest("details")?.setAttribute("open", "");
    first.focus();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", changed);
  form.addEventListener("reset", () => {
    picked.tags.length = picked.institutions.length = 0;
    asked = false;
    setTimeout(() => {
      ["tags", "institutions"].forEach(chips);
      today();
      show();
      keep();
      told.textContent = t("compose.cleared");
      input("title").focus();
    });
  });
  ["tags", "institutions"].forEach(complete);

  /* ---- Beginning: what was typed before, else what the address gives, and today ---- */
  const today = () => {
    const now = new Date();
    if (!input("date").value) input("date").value = [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join("-");
  };
  const begin = () => {
    const given = new URLSearchParams(location.search);
    const before = tagloom.store.get(KEPT, null);
    const values = given.size ? Object.fromEntries(given) : before?.values || {};
    for (const [name, value] of Object.entries(values)) {
      const one = input(name);
      if (!one?.name || name in picked) continue;
      if (one.type === "checkbox") one.checked = value === true || value === "yes";
      else one.value = value;
    }
    for (const kind of Object.keys(picked)) picked[kind] = given.size ? (given.get(kind) || "").split(",").map(text.oneLine).filter(Boolean) : [...(before?.picked?.[kind] || [])];
    Object.keys(picked).forEach(chips);
    today();
  };
  begin();
  form.hidden = page.querySelector(".tl-shown").hidden = false;
  show();
  try {
    names = await tagloom.need("compose");
    for (const kind of Object.keys(index)) for (const [name, ...others] of names[kind]) for (const each of [name, ...others]) index[kind].set(text.fold(each), name);
    form.append(make("datalist", { id: "tl-c-sources" }, ...names.sources.slice(0, 200).map(([name]) => make("option", { value: name }))));
    input("source").setAttribute("list", "tl-c-sources");
    const shelves = await Promise.all(names.years.map((year) => tagloom.need(`compose-${year}`)));
    const sums = new Map();
    const slugs = new Set();
    for (const line of shelves.flatMap((shelf) => (shelf ? shelf.split("\n") : []))) {
      const [slug, ...keys] = line.split(" ");
      slugs.add(slug);
      for (const key of keys) sums.set(key, slug);
    }
    known = { sums, slugs };
  } catch {
    told.textContent = t("compose.no_shards");
  }
  page.dataset.ready = "";
  show();
})(window.tagloom);
