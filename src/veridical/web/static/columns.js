"use strict";
(function () {
  function value(row, column) {
    return row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
  }
  function compare(kind, a, b) {
    if (kind === "text") return a.localeCompare(b);
    return Number(a) - Number(b);
  }
  function sort(table, head, column) {
    const kind = head.dataset.sorts;
    const descending = head.getAttribute("aria-sort")
      ? head.getAttribute("aria-sort") === "ascending"
      : kind === "number";
    const rows = [...table.tBodies[0].rows];
    // Rows without a number stay last, whichever way the others are sorted.
    const [known, absent] = [
      rows.filter((row) => value(row, column) !== ""),
      rows.filter((row) => value(row, column) === ""),
    ];
    known.sort((a, b) => compare(kind, value(a, column), value(b, column)) * (descending ? -1 : 1));
    table.tBodies[0].append(...known, ...absent);
    table.querySelectorAll("[aria-sort]").forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
  }
  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      if (!head.dataset.sorts) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sorter";
      const scale = head.querySelector(".scale");
      for (const node of [...head.childNodes]) if (node !== scale) button.append(node);
      head.prepend(button);
      button.addEventListener("click", () => sort(table, head, column));
    });
  }
})();
