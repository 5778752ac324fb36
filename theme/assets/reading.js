/* What this reader did, kept on this device only: read marks, stars with folders, notes, and where the last visit ended. Adds a row of
   buttons to each card, draws the line below what is new, and copies links and citations. */
((tagloom) => {
  "use strict";
  const { make, store, t } = tagloom;
  const reading = (tagloom.reading = {});

  /* slug -> {title, alt, day, url, authors, source, folder, when} */
  reading.stars = () => store.get("stars", {});
  reading.notes = () => store.get("notes", {});
  const read = () => store.get("read", {});
  const keep = (name, value) => store.set(name, value) || tagloom.say(t("reader.full"));

  /* The slug of a card: on a page with many, the last part of its own address. */
  const slugOf = (article) => article.id;
  const textOf = (article, selector) => article.querySelector(selector)?.textContent.trim() || "";
  reading.facts = (article) => {
    const [named, after] = textOf(article, ".tl-authors").split("@");
    const authors = named || after || "";
    return {
      title: textOf(article, ".tl-title"), alt: textOf(article, ".tl-title-alt"), day: (article.dataset.date || "").slice(0, 10), authors,
      source: article.dataset.source || "", url: article.querySelector(".tl-original")?.href || "",
    };
  };

  const held = () => ({ stars: reading.stars(), marks: read(), notes: reading.notes() });
  const show = (article, { stars, marks, notes } = held()) => {
    const slug = slugOf(article);
    const starred = slug in stars;
    const isRead = slug in marks;
    if (starred !== article.classList.contains("tl-is-starred")) article.classList.toggle("tl-is-starred");
    if (isRead !== article.classList.contains("tl-is-read")) article.classList.toggle("tl-is-read");
    const press = (name, pressed, text) => {
      const button = article.querySelector(`.tl-act [data-act=${name}]`);
      if (!button || button.getAttribute("aria-pressed") === String(pressed)) return;
      button.setAttribute("aria-pressed", String(pressed));
      button.firstChild.data = text;
    };
    press("star", starred, starred ? "★" : "☆");
    press("read", isRead, isRead ? "✓" : "○");
    press("note", slug in notes, "✎");
  };

  reading.star = (article, starred) => {
    const stars = reading.stars();
    const slug = slugOf(article);
    const wanted = starred ?? !(slug in stars);
    if (wanted) stars[slug] = { ...reading.facts(article), folder: store.get("folder", ""), when: new Date().toISOString().slice(0, 10) };
    else delete stars[slug];
    keep("stars", stars);
    show(article);
    const list = make("a", { href: `${tagloom.root}list.html` }, t("section.list"));
    tagloom.say(t(wanted ? "own.starred" : "own.unstarred"), ...(wanted && !document.querySelector(".tl-own") ? [" ", list] : []));
  };
  reading.mark = (article, wanted) => {
    const marks = read();
    const slug = slugOf(article);
    if (wanted ?? !(slug in marks)) marks[slug] = 1;
    else delete marks[slug];
    keep("read", marks);
    show(article);
  };
  reading.note = (article) => {
    const open = article.querySelector(".tl-notes");
    if (open) {
      open.remove();
      return;
    }
    const slug = slugOf(article);
    const area = make("textarea", { rows: 3, "aria-label": t("own.note") });
    area.value = reading.notes()[slug] || "";
    area.addEventListener("input", () => {
      const notes = reading.notes();
      if (area.value.trim()) notes[slug] = area.value;
      else delete notes[slug];
      keep("notes", notes);
      if (area.value.trim() && !(slug in reading.stars())) reading.star(article, true);
      show(article);
    });
    article.append(make("div", { class: "tl-notes" }, area));
    area.focus();
  };

  /* The entry's address as others can open it: that of the published site when this page comes from a folder. */
  const lasting = async (article) => {
    const here = article.querySelector(".tl-title a")?.href || location.href.split("#")[0];
    if (!here.startsWith("file:")) return here;
    const { url } = await tagloom.need("archive");
    return url ? url.replace(/\/$/, "") + "/" + here.slice(tagloom.root.length) : here;
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make("textarea", { style: "position:fixed;opacity:0" });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    tagloom.say(t("own.copied"));
  };
  reading.citation = (facts, address) => [facts.authors, facts.title, facts.source, facts.day, facts.url || address].filter(Boolean).join(". ").replace(/\.\. /g, ". ");
  reading.markdown = (facts, address) => `[${facts.title.replace(/([[\]\\])/g, "\\$1")}](${(facts.url || address).replace(/[()\s]/g, encodeURIComponent)})${facts.alt ? ` ${facts.alt}` : ""}`;
  reading.share = async (article, how) => {
    const address = await lasting(article);
    const facts = reading.facts(article);
    copy(how === "link" ? address : how === "citation" ? reading.citation(facts, address) : reading.markdown(facts, address));
  };
  reading.copy = copy;

  const button = (name, sign, text) => make("button", { type: "button", "data-act": name, "aria-label": text, title: text }, sign);
  let row;
  const dress = (article, own) => {
    if (!article.id || article.querySelector(".tl-act")) return;
    row ??= make("div", { class: "tl-act" }, button("star", "☆", t("own.star")), button("read", "○", t("own.read")), button("note", "✎", t("own.note")),
      make("details", { class: "tl-share" }, make("summary", { title: t("own.share"), "aria-label": t("own.share") }, "⤴"),
        ...["link", "citation", "markdown"].map((how) => make("button", { type: "button", "data-share": how }, t(`own.copy_${how}`)))));
    article.append(row.cloneNode(true));
    show(article, own);
  };
  const pressed = (event) => {
    const button = event.target.closest?.(".tl-act button");
    const article = button?.closest(".tl-entry");
    if (!article) return;
    const { act, share } = button.dataset;
    if (act) ({ star: reading.star, read: reading.mark, note: reading.note })[act](article);
    else reading.share(article, share).then(() => (button.closest("details").open = false));
  };

  /* Cards get their buttons as they come near; the others follow a few at a time once the reader does something, so that a long page
     is quiet until then. */
  const soon = window.requestIdleCallback ? (act) => requestIdleCallback(act, { timeout: 500 }) : (act) => setTimeout(act, 20);
  const near = new IntersectionObserver((seen) => {
    const own = held();
    for (const { target } of seen.filter((one) => one.isIntersecting)) {
      near.unobserve(target);
      dress(target, own);
    }
  }, { rootMargin: "50%" });
  let left = [];
  let stirred = false;
  const follow = () => {
    const own = held();
    for (const card of left.splice(0, 6)) {
      near.unobserve(card);
      dress(card, own);
    }
    if (left.length) soon(follow);
  };
  const stir = () => {
    if (stirred) return;
    stirred = true;
    soon(follow);
  };
  reading.dress = (within) => {
    const cards = [...within.querySelectorAll(".tl-entry")].filter((card) => !card.querySelector(".tl-act"));
    for (const card of cards) near.observe(card);
    left = left.filter((card) => card.isConnected).concat(cards);
    if (stirred) soon(follow);
  };

  /* Where the last visit ended. It stays the same until this visit (this tab) is over. */
  const since = () => {
    const name = store.key("since");
    try {
      const held = sessionStorage.getItem(name);
      if (held !== null) return held;
      const seen = store.get("seen", "");
      sessionStorage.setItem(name, seen);
      return seen;
    } catch {
      return "";
    }
  };
  const drawLine = (within) => {
    const limit = since();
    const cards = [...within.querySelectorAll(".tl-day .tl-entry")];
    const newest = cards.reduce((last, card) => (card.dataset.date > last ? card.dataset.date : last), store.get("seen", ""));
    if (newest) store.set("seen", newest);
    if (!limit) return;
    const fresh = cards.filter((card) => card.dataset.date > limit);
    for (const card of fresh) card.classList.add("tl-is-new");
    const below = cards[fresh.length];
    if (fresh.length && below && !fresh.includes(below)) below.before(make("p", { class: "tl-since" }, t("own.since", { n: fresh.length })));
  };

  const rememberView = () => {
    const wanted = store.get("view", "");
    for (const input of document.querySelectorAll(".tl-views input")) {
      if (input.value === wanted) input.checked = true;
      input.addEventListener("change", () => store.set("view", input.value));
    }
  };

  const begin = async () => {
    rememberView();
    for (const name of ["pointerdown", "keydown", "focusin", "scroll"]) addEventListener(name, stir, { once: true, passive: true });
    await tagloom.words();
    reading.dress(document);
    drawLine(document);
    // Results are few and are looked at: what lies below them must not move away under a finger.
    document.addEventListener("tagloom:cards", ({ detail }) => {
      const own = held();
      for (const card of detail.querySelectorAll(".tl-entry")) dress(card, own);
    });
    document.addEventListener("click", pressed);
    document.addEventListener("click", (event) => {
      const article = event.target.closest?.(".tl-title a, .tl-title-alt a, a.tl-original")?.closest(".tl-entry");
      if (article) reading.mark(article, true);
    });
    const single = document.querySelector(".tl-single .tl-entry");
    if (single) reading.mark(single, true);
    if (document.querySelector(".tl-own")) tagloom.use("list");
  };
  reading.ready = begin();
})(window.tagloom);
