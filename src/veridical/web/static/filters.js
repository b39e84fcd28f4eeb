"use strict";
(function () {
  const buttons = [...document.querySelectorAll(".filter")];
  const cards = [...document.querySelectorAll(".checked")];
  const nothing = document.querySelector(".nothing");
  function chosen() {
    return new Set(
      buttons.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict),
    );
  }
  function apply() {
    const wanted = chosen();
    const shows = (verdict) => !wanted.size || wanted.has(verdict);
    for (const card of cards) card.hidden = !shows(card.dataset.verdict);
    for (const one of document.querySelectorAll(".statement[data-verdict]")) {
      one.classList.toggle("is-faded", !shows(one.dataset.verdict));
    }
    for (const fold of document.querySelectorAll(".fold")) {
      fold.open = wanted.size > 0 && [...fold.querySelectorAll(".checked")].some((c) => !c.hidden);
    }
    if (nothing) nothing.hidden = cards.some((card) => !card.hidden);
  }
  for (const button of buttons) {
    button.disabled = button.dataset.count === "0";
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      apply();
    });
  }
  // Arrow keys go through the cards that are shown.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const card = event.target.closest?.("summary")?.closest(".checked");
    if (!step || !card) return;
    const shown = cards.filter((one) => one.checkVisibility());
    const next = shown[shown.indexOf(card) + step];
    if (!next) return;
    event.preventDefault();
    next.querySelector("summary").focus();
  });
})();
