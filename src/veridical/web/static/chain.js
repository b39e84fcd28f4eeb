"use strict";
(function () {
  const nodes = new Map(
    [...document.querySelectorAll(".graph .node")].map((node) => [node.dataset.node, node]),
  );
  if (!nodes.size) return;
  function select(id) {
    if (!nodes.has(id)) return;
    for (const [other, node] of nodes) {
      node.classList.toggle("is-selected", other === id);
      node.toggleAttribute("aria-current", other === id);
      const card = document.getElementById(other)?.closest(".node-card");
      card?.classList.toggle("is-selected", other === id);
      if (card && other === id) card.open = true;
    }
  }
  function selectFromAddress() {
    const inside = document.getElementById(location.hash.slice(1));
    const card = inside?.closest(".node-card");
    if (card) select(card.querySelector(".card-body").id);
  }
  document.querySelector(".graph").addEventListener("keydown", (event) => {
    const direction = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
    const node = event.target.closest(".node");
    const next = node && nodes.get(node.dataset[direction[event.key]]);
    if (!next) return;
    event.preventDefault();
    next.focus();
    select(next.dataset.node);
  });
  const first =
    document.querySelector(".graph .node.broken") ?? document.querySelector(".graph .node.conclusion");
  select(first.dataset.node);
  addEventListener("hashchange", selectFromAddress);
  selectFromAddress();
})();
