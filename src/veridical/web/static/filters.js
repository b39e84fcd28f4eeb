"use strict";
(function () {
  const CARDS = ".checked, .part[data-verdict]";
  // Each list of buttons goes with one section of cards and with one mark of statements.
  const groups = [...document.querySelectorAll("[data-filters]")].map((list) => ({
    mark: list.dataset.filters,
    buttons: [...list.querySelectorAll(".filter")],
    section: document.querySelector(`[data-cards="${list.dataset.filters}"]`),
  }));
  const all = groups.flatMap((group) => group.buttons);
  function shows(group) {
    const pressed = group.buttons.filter((b) => b.getAttribute("aria-pressed") === "true");
    const wanted = new Set(pressed.map((b) => b.dataset.verdict));
    return (verdicts) => !wanted.size || verdicts.some((one) => wanted.has(one));
  }
  function apply() {
    const tests = groups.map((group) => [group, shows(group)]);
    for (const [group, shown] of tests) {
      const cards = [...group.section.querySelectorAll(CARDS)];
      for (const card of cards) card.hidden = !shown([card.dataset.verdict]);
      const isChosen = group.buttons.some((b) => b.getAttribute("aria-pressed") === "true");
      for (const fold of group.section.querySelectorAll(".fold")) {
        fold.open = isChosen && [...fold.querySelectorAll(CARDS)].some((c) => !c.hidden);
      }
      group.section.querySelector(".nothing").hidden = cards.some((c) => !c.hidden);
    }
    for (const one of document.querySelectorAll(".statement[data-verdict]")) {
      const isShown = tests.every(([{ mark }, shown]) => shown((one.dataset[mark] ?? "").split(" ")));
      one.classList.toggle("is-faded", !isShown);
    }
  }
  for (const button of all) {
    button.disabled = button.dataset.count === "0";
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      apply();
    });
  }
  // The words of a verdict wait in its button.
  const meanings = new Map(
    groups
      .filter((group) => group.mark === "verdict")
      .flatMap((group) => group.buttons)
      .map((b) => [b.dataset.verdict, `${b.querySelector(".label").textContent}: ${b.title}`]),
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
