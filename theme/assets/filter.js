/* The filter bar and the results below it, on explore.html and on every list: the state is in the address, each active filter
   is a chip with ×, and counts stand beside each choice. The form and its rows of links are in theme/bodies/parts/days.html. */
((tagloom) => {
  "use strict";
  const { make, archive, cards, query, t } = tagloom;
  const PAGE = 20;
  const SUGGESTED = 12;
  const MOST_OPTIONS = 200;
  const form = document.querySelector("form.tl-filter");
  const exploring = Boolean(form.dataset.explore);
  const DIMENSIONS = { tags: "tag", institutions: "institution", sources: "source", kinds: "kind", categories: "category" };
  const WHAT = { tag: "tags", not: "tags", institution: "institutions", source: "sources", kind: "kinds", category: "categories" };
  const base = { dimension: DIMENSIONS[form.dataset.folder] || "", value: form.dataset.term || "" };
  let state = query.empty();
  let turn = 0;
  let panel, results, list, status, moreButton, controls;

  const explore = (changed) => `${tagloom.root}explore.html?${query.write(changed)}`;
  const active = () => exploring || Boolean(query.write(state));

  /* The state with what the page itself stands for: a tag's page shows that tag. */
  const whole = () => {
    const made = { ...state, tag: [...state.tag], not: [...state.not] };
    if (base.dimension === "tag") made.tag = [base.value, ...made.tag.filter((name) => name !== base.value)];
    else if (base.dimension) made[base.dimension] ||= base.value;
    return made;
  };

  /* Takes a new state: into the address, then into the page. */
  const change = (changed, replace = false) => {
    if (base.dimension && base.dimension !== "tag" && changed[base.dimension] && changed[base.dimension] !== base.value) {
      location.assign(explore(changed));
      return;
    }
    state = changed;
    const written = query.write(state);
    const target = location.pathname + (written ? `?${written}` : "");
    try {
      history[replace ? "replaceState" : "pushState"](null, "", target);
    } catch {
      location.assign(target);
      return;
    }
    run();
  };
  const set = (name, value) => change({ ...state, [name]: value });
  const add = (name, value) => value && !whole()[name].includes(value) && change({ ...state, [name]: [...state[name], value] });

  const label = (dimension, value) => {
    const number = archive.number(WHAT[dimension], value);
    return number < 0 ? value : archive.nameOf(WHAT[dimension], number);
  };
  const chip = (text, without) =>
    make("a", { class: "tl-chip", href: `?${query.write(without)}`, "aria-label": `${text}, ${t("chip.remove")}`, onclick: (event) => {
      event.preventDefault();
      change(without);
      form.querySelector(".tl-status").focus();
    } }, text, make("span", { "aria-hidden": "true" }, "×"));

  const chips = () => {
    const found = [];
    if (base.dimension) {
      const text = t(`chip.${form.dataset.folder}`) + label(base.dimension, base.value);
      const without = explore(state);
      found.push(make("a", { class: "tl-chip", href: without, "aria-label": `${text}, ${t("chip.remove")}` }, text, make("span", { "aria-hidden": "true" }, "×")));
    }
    for (const dimension of ["kind", "category", "source", "institution"]) {
      if (state[dimension]) found.push(chip(t(`chip.${WHAT[dimension]}`) + label(dimension, state[dimension]), { ...state, [dimension]: "" }));
    }
    for (const dimension of ["tag", "not"]) {
      for (const value of state[dimension]) {
        const text = t(dimension === "tag" ? "chip.tags" : "reader.not") + label(dimension, value);
        found.push(chip(text, { ...state, [dimension]: state[dimension].filter((other) => other !== value) }));
      }
    }
    for (const mark of ["featured", "deep"]) if (state[mark]) found.push(chip(t(`card.${mark}`), { ...state, [mark]: false }));
    if (state.score) found.push(chip(`${t("card.score")} ≥ ${state.score}`, { ...state, score: "" }));
    if (state.from) found.push(chip(`${t("reader.from")} ${state.from}`, { ...state, from: "" }));
    if (state.to) found.push(chip(`${t("reader.to")} ${state.to}`, { ...state, to: "" }));
    if (state.q) found.push(chip(`“${state.q}”`, { ...state, q: "" }));
    if (found.length > (base.dimension ? 2 : 1)) {
      found.push(make("button", { type: "button", class: "tl-clear", onclick: () => change(query.empty()) }, t("reader.clear")));
    }
    form.querySelector(".tl-chips").replaceChildren(...found);
  };

  const counted = (name, number) => `${name} (${number})`;
  const field = (text, control) => make("label", { class: "tl-field" }, make("span", {}, text), control);
  const checkbox = (name) => {
    const input = make("input", { type: "checkbox", onchange: () => set(name, input.checked) });
    controls[name] = input;
    return make("label", { class: "tl-check" }, input, make("span", {}, t(`card.${name}`)));
  };
  const select = (name) => (controls[name] = make("select", { onchange: (event) => set(name, event.target.value) }));
  const tagInput = (name) => {
    const input = make("input", { type: "text", list: "tl-tag-names", autocomplete: "off" });
    const take = () => {
      const number = archive.number("tags", input.value);
      if (number < 0) return;
      input.value = "";
      add(name, archive.slugOf("tags", number));
    };
    input.addEventListener("change", take);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      take();
    });
    input.addEventListener("input", () => {
      const found = input.value.trim() ? archive.holding("tags", input.value).slice(0, 40) : [];
      controls.names.replaceChildren(...found.map((number) => make("option", { value: archive.nameOf("tags", number) })));
    });
    return input;
  };
  const dateInput = (name) => (controls[name] = make("input", { type: "date", onchange: (event) => set(name, event.target.value) }));

  /* What a reader opens with the button: everything that the rows of links do not hold. */
  const build = () => {
    controls = { names: make("datalist", { id: "tl-tag-names" }), tags: make("p", { class: "tl-suggested" }) };
    controls.q = form.querySelector("input[name=q]") || make("input", { type: "search", name: "q", autocomplete: "off", enterkeyhint: "search" });
    let wait;
    controls.q.addEventListener("input", () => {
      clearTimeout(wait);
      wait = setTimeout(() => change({ ...state, q: controls.q.value.trim() }, true), 150);
    });
    const rest = [
      field(t("section.sources"), select("source")), field(t("section.institutions"), select("institution")),
      field(t("reader.with"), tagInput("tag")), field(t("reader.without"), tagInput("not")),
      field(t("reader.score"), select("score")), field(t("reader.from"), dateInput("from")), field(t("reader.to"), dateInput("to")),
      checkbox("featured"), checkbox("deep"),
    ];
    // A site without lists of kinds has no row of links to them.
    for (const name of ["category", "kind"]) {
      if (archive.names[WHAT[name]].length > 1 && !form.querySelector(`a[data-dimension=${name}]`)) rest.unshift(field(t(`filter.${name}`), select(name)));
    }
    if (!controls.q.isConnected) rest.unshift(field(t("reader.words"), controls.q));
    panel = make("div", { class: "tl-panel", id: "tl-panel", hidden: true }, make("div", { class: "tl-fields" }, ...rest), controls.tags, controls.names);
    status = make("p", { class: "tl-status", role: "status", tabindex: "-1" });
    const chipsPlace = form.querySelector(".tl-chips");
    chipsPlace.before(panel);
    chipsPlace.after(status);
    moreButton = make("button", { type: "button", class: "tl-more", "aria-controls": "tl-panel", "aria-expanded": "false" }, t("filter.more"));
    const link = form.querySelector("a.tl-more");
    if (link) link.replaceWith(moreButton);
    else form.querySelector(".tl-tools").append(moreButton);
    list = make("div", { class: "tl-list" });
    results = make("div", { class: "tl-results", hidden: true }, list, make("p", { class: "tl-further" }));
    (form.closest(".tl-side") || form).after(results);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      change({ ...state, q: controls.q.value.trim() });
    });
    form.addEventListener("click", (event) => {
      const target = event.target.closest("a[data-dimension], .tl-more");
      if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      chosen(target);
    });
    window.addEventListener("popstate", () => {
      state = query.read(location.search);
      run();
    });
  };

  const togglePanel = (open) => {
    panel.hidden = !open;
    moreButton.setAttribute("aria-expanded", String(open));
  };
  const chosen = (target) => {
    if (target.matches(".tl-more")) {
      togglePanel(panel.hidden);
      if (!active()) showCounts(++turn);
    } else set(target.dataset.dimension, target.dataset.value);
  };

  /* Takes what the page itself holds below the bar away, or puts it back: an entry stands on a page once. */
  const away = document.createDocumentFragment();
  const cover = (covered) => {
    results.hidden = !covered;
    if (covered) while (results.nextSibling) away.append(results.nextSibling);
    else results.parentNode.append(away);
    if (!covered) list.replaceChildren();
  };

  const run = async () => {
    const mine = ++turn;
    chips();
    fill();
    cover(active());
    if (!active()) {
      status.textContent = "";
      showCounts(mine);
      return;
    }
    const started = performance.now();
    const asked = whole();
    let begun = false;
    const slow = setInterval(() => {
      const text = begun && shown() ? t("reader.atleast", { n: shown() }) : t("reader.searching");
      if (mine === turn && status.textContent !== text) status.textContent = text;
    }, 300);
    try {
      const terms = archive.marked(asked);
      const pull = puller(asked);
      const entries = await Promise.all((await pull(PAGE, archive.soon)).map(archive.entry));
      if (mine !== turn) return;
      list.replaceChildren();
      hang(entries, terms);
      begun = true;
      performance.measure("tagloom:first", { start: started });
      // What lies far back in the archive comes to the page as it is found.
      while (shown() < PAGE && !pull.over() && !pull.until) {
        await tagloom.pause();
        const more = await Promise.all((await pull(PAGE - shown(), archive.soon)).map(archive.entry));
        if (mine !== turn) return;
        hang(more, terms);
      }
      further(pull, terms, mine);
      await showCounts(mine, pull);
      performance.measure("tagloom:all", { start: started });
    } catch (fault) {
      if (mine === turn) status.textContent = t("reader.broken");
      throw fault;
    } finally {
      clearInterval(slow);
    }
  };

  const hang = (entries, terms) => {
    cards.hang(list, entries, terms);
    document.dispatchEvent(new CustomEvent("tagloom:cards", { detail: results }));
  };

  /* A function that gives the next numbers of a search: as many as asked for, or those found in so many milliseconds if there are any;
     fewer at its end, or where it stopped to ask (`pull.until`, a day). */
  const puller = (asked) => {
    const left = [];
    const purse = { left: archive.step };
    const finder = archive.find(asked, PAGE, purse);
    let done = false;
    const pull = async (many, patience = Infinity) => {
      const end = performance.now() + patience;
      pull.until = "";
      while (left.length < many && !done && !pull.until && !(left.length && performance.now() > end)) {
        const next = await finder.next();
        if (next.done) done = true;
        else if (next.value.until) pull.until = next.value.until;
        else left.push(...next.value);
      }
      return left.splice(0, many);
    };
    pull.purse = purse;
    pull.over = () => done && !left.length;
    return pull;
  };

  const further = (pull, terms, mine) => {
    const place = results.querySelector(".tl-further");
    place.replaceChildren();
    if (pull.over()) return;
    const button = make("button", { type: "button", onclick: async () => {
      button.disabled = true;
      pull.purse.left = archive.step;
      const entries = await Promise.all((await pull(PAGE)).map(archive.entry));
      if (mine !== turn) return;
      const before = shown();
      hang(entries, terms);
      further(pull, terms, mine);
      (list.querySelectorAll(".tl-entry")[before]?.querySelector("a") || place.firstChild || status).focus();
      await showCounts(mine, pull);
    } }, t(pull.until ? "reader.onward" : "reader.further"));
    place.append(button);
  };

  /* How many were found: all, about how many, or so far. */
  const shown = () => list.querySelectorAll(".tl-entry").length;
  const told = (counts, pull) => {
    if (pull.until) return t("reader.sofar", { n: shown(), day: pull.until });
    if (pull.over()) return shown() ? t("reader.found", { n: shown() }) : t("reader.none");
    return t(counts.exact ? "reader.found" : "reader.about", { n: Math.max(Math.ceil(counts.total), shown()) });
  };

  /* Numbers beside every choice, and how many there are in all. */
  const showCounts = async (mine, pull) => {
    const counts = await archive.tally(whole(), pull?.purse || { left: 0 }, () => mine === turn);
    if (!counts) return;
    if (pull) status.textContent = told(counts, pull);
    const many = (number = 0) => (counts.sure ? number : `≈${Math.ceil(number)}`);
    for (const link of form.querySelectorAll("a[data-dimension]")) {
      const { dimension, value } = link.dataset;
      const number = value ? counts[dimension][archive.number(WHAT[dimension], value)] || 0 : counts[dimension].reduce((sum, each) => sum + (each || 0), counts[dimension][-1] || 0);
      let place = link.querySelector(".tl-n");
      if (!place) link.append(" ", (place = make("span", { class: "tl-n" })));
      place.textContent = many(number);
      if ((whole()[dimension] || "") === value) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const name of ["kind", "category", "source", "institution"]) if (controls[name]) options(name, counts[name], many);
    scores(counts.score, many);
    for (const mark of ["featured", "deep"]) controls[mark].nextElementSibling.textContent = counted(t(`card.${mark}`), many(counts[mark]));
    suggested(counts.tag, many);
  };

  const ranked = (counts) => Object.keys(counts).map(Number).filter((number) => number >= 0).sort((one, other) => counts[other] - counts[one] || one - other);
  const options = (name, counts, many) => {
    const chosenNumber = whole()[name] ? archive.number(WHAT[name], whole()[name]) : -1;
    const rows = ranked(counts).slice(0, MOST_OPTIONS);
    if (chosenNumber >= 0 && !rows.includes(chosenNumber)) rows.unshift(chosenNumber);
    controls[name].replaceChildren(
      make("option", { value: "" }, t("filter.all")),
      ...rows.map((number) => make("option", { value: archive.slugOf(WHAT[name], number), selected: number === chosenNumber }, counted(archive.nameOf(WHAT[name], number), many(counts[number])))),
    );
  };
  const scores = (counts, many) => {
    const made = [make("option", { value: "" }, t("filter.all"))];
    let sum = 0;
    for (let least = Math.floor(archive.info.score); least > 0; least--) {
      sum += counts[least] || 0;
      if (sum || String(least) === state.score) made.splice(1, 0, make("option", { value: least, selected: String(least) === state.score }, counted(`≥ ${least}`, many(sum))));
    }
    controls.score.replaceChildren(...made);
  };
  const suggested = (counts, many) => {
    const chosenNumbers = whole().tag.map((name) => archive.number("tags", name));
    const rows = ranked(counts).filter((number) => !chosenNumbers.includes(number)).slice(0, SUGGESTED);
    const buttons = rows.map((number) =>
      make("button", { type: "button", class: "tl-add", onclick: () => add("tag", archive.slugOf("tags", number)) }, `+ ${archive.nameOf("tags", number)} `, make("span", { class: "tl-n" }, String(many(counts[number])))));
    controls.tags.replaceChildren(...buttons);
  };

  /* The state into the controls. */
  const fill = () => {
    for (const name of ["from", "to"]) controls[name].value = query.span(state[name])?.[name === "from" ? 0 : 1] || "";
    for (const name of ["featured", "deep"]) controls[name].checked = state[name];
    if (document.activeElement !== controls.q) controls.q.value = state.q;
    const header = document.querySelector(".tl-search input");
    if (header && exploring) header.value = state.q;
  };

  const begin = async () => {
    await archive.open();
    build();
    state = query.read(location.search);
    // What a reader asked for comes into sight first; the panel waits for those who come to look around.
    const held = !state.q && (state.source || state.institution || state.tag.length || state.not.length || state.score || state.from || state.to || state.featured || state.deep);
    if (held || (exploring && !query.write(state) && matchMedia("(min-width: 60em)").matches)) togglePanel(true);
    await run();
  };
  tagloom.filter = { chosen, set, add, get state() { return whole(); } };
  tagloom.filter.ready = begin();
})(window.tagloom);
