/* Citations of the entry on this page: every form from the CSL-JSON that stands in it, to copy or to download.
   The same forms as tagloom/outputs/citations.py makes; the cases in tests/outputs/citations hold both to one result. */
(function () {
  "use strict";

  var RIS_TYPES = { article: "JOUR", "article-newspaper": "NEWS", "post-weblog": "BLOG" };
  var LATEX = {
    "\\": "\\textbackslash{}", "{": "\\ensuremath{\\lbrace}", "}": "\\ensuremath{\\rbrace}", "$": "\\$", "&": "\\&", "#": "\\#", "_": "\\_", "%": "\\%",
    "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\ensuremath{<}", ">": "\\ensuremath{>}", "|": "\\ensuremath{|}"
  };

  function latex(text) {
    return text.replace(/([-`'])(?=\1)|[\\{}$&#_%~^<>|]/g, function (found, twice) { return twice ? found + "{}" : LATEX[found]; });
  }

  function braced(part, unsafe) { return unsafe.test(part) ? "{" + latex(part) + "}" : latex(part); }

  function filled(parts) { return parts.filter(Boolean); }

  function pad(number, places) { return String(number).padStart(places, "0"); }

  function bibtexName(name) {
    if (name.literal) return braced(name.literal, /[\s,]|^others$/i);
    var unsafe = /,|\band\b/i;
    return filled([braced(name.family, unsafe), latex(name.suffix || ""), braced(name.given || "", unsafe)]).join(", ");
  }

  function titleLatex(title) {
    return title.split(" ").map(function (word) { return /^\S+[A-Z]\S*$/.test(word) ? "{" + latex(word) + "}" : latex(word); }).join(" ");
  }

  function verbatim(address) { return address.replace(/\\/g, "%5C").replace(/\{/g, "%7B").replace(/\}/g, "%7D"); }

  function bibtex(item) {
    var day = item.issued["date-parts"][0];
    var fields = {
      title: titleLatex(item.title),
      author: (item.author || []).map(bibtexName).join(" and "),
      year: String(day[0]),
      month: String(day[1]),
      date: pad(day[0], 4) + "-" + pad(day[1], 2) + "-" + pad(day[2], 2),
      eprint: item.archive_location,
      archivePrefix: item.archive,
      primaryClass: (item.custom || {}).primaryClass,
      doi: verbatim(item.DOI || ""),
      url: verbatim(item.URL || ""),
      organization: latex(item.publisher || ""),
      keywords: latex(item.keyword || "")
    };
    var rows = Object.keys(fields).filter(function (name) { return fields[name]; }).map(function (name) { return "  " + name + " = {" + fields[name] + "}"; });
    return "@misc{" + item.id + ",\n" + rows.join(",\n") + "\n}\n";
  }

  function ris(item) {
    var day = item.issued["date-parts"][0];
    var rows = [["TY", RIS_TYPES[item.type] || "ELEC"], ["ID", item.id], ["TI", item.title]];
    (item.author || []).forEach(function (name) { rows.push(["AU", name.literal || filled([name.family, name.given, name.suffix]).join(", ")]); });
    rows.push(["PY", String(day[0])], ["DA", pad(day[0], 4) + "/" + pad(day[1], 2) + "/" + pad(day[2], 2) + "/"]);
    rows.push(["PB", item.publisher], ["DO", item.DOI], ["UR", item.URL], ["LA", item.language]);
    if (item.archive) rows.push(["N1", item.archive + ":" + item.archive_location]);
    (item.keyword || "").split(", ").forEach(function (word) { rows.push(["KW", word]); });
    return rows.filter(function (row) { return row[1]; }).map(function (row) { return row[0] + "  - " + row[1] + "\r\n"; }).join("") + "ER  - \r\n";
  }

  function reference(item, title, address) {
    var who = (item.author || []).map(function (name) { return name.literal || filled([name.given, name.family, name.suffix]).join(" "); }).join(", ");
    var year = "(" + item.issued["date-parts"][0][0] + ")";
    var eprint = item.archive ? item.archive + ":" + item.archive_location : "";
    var told = filled([who ? who + " " + year : year, title, item.publisher, eprint]).map(function (part) { return /[.?!。？！]$/.test(part) ? part : part + "."; }).join(" ");
    return address ? told + " " + address : told;
  }

  function markdown(item) {
    var title = item.title.replace(/([\\[\]*_`<>])/g, "\\$1");
    var address = (item.URL || "").replace(/[()\s<>\\]/g, function (letter) { return "%" + pad(letter.charCodeAt(0).toString(16).toUpperCase(), 2); });
    return reference(item, address ? "[" + title + "](" + address + ")" : title, "");
  }

  function plain(item) { return reference(item, item.title, item.DOI ? "https://doi.org/" + item.DOI : item.URL || ""); }

  function csl(item) { return JSON.stringify([item], null, 2) + "\n"; }

  var FORMS = [
    ["BibTeX", "bib", "application/x-bibtex", bibtex],
    ["CSL-JSON", "json", "application/vnd.citationstyles.csl+json", csl],
    ["RIS", "ris", "application/x-research-info-systems", ris],
    ["Markdown", "md", "text/markdown", markdown],
    ["Text", "txt", "text/plain", plain]
  ];

  function copy(text) {
    if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
    var area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    return Promise.resolve();
  }

  function button(label, spoken, act) {
    var made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.setAttribute("aria-label", spoken);
    made.addEventListener("click", act);
    return made;
  }

  function download(item, form) {
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([form[3](item)], { type: form[2] }));
    link.download = item.id.replace(/:/g, "-") + "." + form[1];
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
  }

  function row(item, form, words, status) {
    var made = document.createElement("li");
    var name = document.createElement("span");
    name.textContent = form[0] === "Text" ? words.text : form[0];
    made.append(name, " ", button(words.copy, words.copy + " " + name.textContent, function () {
      copy(form[3](item)).then(function () { status.textContent = words.copied + " " + name.textContent; });
    }), " ", button(words.download, words.download + " " + name.textContent, function () { download(item, form); }));
    return made;
  }

  function offer(place) {
    var item = JSON.parse(place.querySelector("script").textContent);
    var list = document.createElement("ul");
    var status = document.createElement("p");
    list.className = "tl-cite-forms";
    status.setAttribute("role", "status");
    FORMS.forEach(function (form) { list.append(row(item, form, place.dataset, status)); });
    place.append(list, status);
  }

  window.tagloomCite = { bibtex: bibtex, csl: csl, ris: ris, markdown: markdown, plain: plain };
  document.querySelectorAll(".tl-cite").forEach(offer);
})();
