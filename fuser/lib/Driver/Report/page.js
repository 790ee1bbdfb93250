// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";
// Everything is readable without this: it searches, sorts, and opens what a link leads to.
(() => {
  const index = document.getElementById("index"), list = document.getElementById("regions");
  const search = document.getElementById("search"), found = document.getElementById("found");
  if (!index)
    return;
  const rows = [...index.tBodies[0].rows].map(row => ({
    row, article: document.getElementById(row.dataset.region),
  }));
  for (const each of rows)
    each.words = each.article.textContent.toLowerCase();

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const {row, article, words: text} of rows) {
      const shown = words.every(word => text.includes(word));
      row.hidden = article.hidden = !shown;
      count += shown;
    }
    found.textContent = `${count} of ${rows.length} regions`;
  };

  const valueOf = (row, column) => {
    const cell = row.cells[column];
    return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent;
  };
  const sort = header => {
    const column = header.cellIndex, down = header.getAttribute("aria-sort") === "ascending";
    for (const other of header.parentElement.cells)
      other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    rows.sort(({row: a}, {row: b}) => {
      const x = valueOf(a, column), y = valueOf(b, column);
      return (typeof x === "number" ? x - y : x.localeCompare(y, undefined, {numeric: true})) * (down ? -1 : 1);
    });
    index.tBodies[0].append(...rows.map(({row}) => row));
    list.append(...rows.map(({article}) => article));
  };

  const openAll = open => {
    for (const details of list.querySelectorAll("article > details"))
      details.open = open;
  };
  const openTarget = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let at = target; at; at = at.parentElement)
      if (at.tagName === "DETAILS")
        at.open = true;
    const own = target && target.querySelector(":scope > details");
    if (own)
      own.open = true;
    if (target)
      target.scrollIntoView();
  };

  document.getElementById("tools").hidden = false;
  document.getElementById("tools").addEventListener("submit", event => event.preventDefault());
  search.addEventListener("input", filter);
  for (const header of index.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    button.addEventListener("click", () => sort(header));
    header.append(button);
  }
  document.getElementById("open").addEventListener("click", () => openAll(true));
  document.getElementById("close").addEventListener("click", () => openAll(false));
  window.addEventListener("hashchange", openTarget);
  window.addEventListener("beforeprint", () => openAll(true));
  document.addEventListener("keydown", event => {
    if (event.key === "/" && event.target.tagName !== "INPUT") {
      event.preventDefault();
      search.focus();
    }
  });
  filter();
  openTarget();
})();
