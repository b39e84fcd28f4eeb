"use strict";
(function () {
  const buttons = [...document.querySelectorAll(".filter")];
  const CARDS = ".checked, .part[data-verdict]";
  const nothing = document.querySelector(".nothing");
  function chosen() {
    return new Set(
      buttons.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict),
    );
  }
  function apply() {
    const wanted = chosen();
    const shows = (verdict) => !wanted.size || wanted.has(verdict);
    for (const card of document.querySelectorAll(CARDS)) card.hidden = !shows(card.dataset.verdict);
    for (const one of document.querySelectorAll(".statement[data-verdict]")) {
      one.classList.toggle("is-faded", !shows(one.dataset.verdict));
    }
    for (const fold of document.querySelectorAll(".fold")) {
      fold.open = wanted.size > 0 && [...fold.querySelectorAll(CARDS)].some((c) => !c.hidden);
    }
    if (nothing) nothing.hidden = [...document.querySelectorAll(CARDS)].some((c) => !c.hidden);
  }
  for (const button of buttons) {
    button.disabled = button.dataset.count === "0";
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      apply();
    });
  }
  // The words of a verdict wait in its button.
  const meanings = new Map(
    buttons.map((b) => [b.dataset.verdict, `${b.querySelector(".label").textContent}: ${b.title}`]),
  );
  document.addEventListener("pointerover", (event) => {
    const statement = event.target.closest?.(".statement[data-verdict]");
    if (statement && !statement.title) statement.title = meanings.get(statement.dataset.verdict) ?? "";
  });
  // Arrow keys go through the cards that are shown.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const card = event.target.closest?.("summary")?.closest(".checked");
    if (!step || !card) return;
    const shown = [...document.querySelectorAll(".checked")].filter((one) => one.checkVisibility());
    const next = shown[shown.indexOf(card) + step];
    if (!next) return;
    event.preventDefault();
    next.querySelector("summary").focus();
  });
})();
