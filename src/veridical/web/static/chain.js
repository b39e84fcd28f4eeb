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
    bringIntoFrame(nodes.get(id));
  }
  const frame = document.querySelector(".graph-frame");
  const hint = document.querySelector(".scroll-hint");
  function tellRest() {
    const rest = frame.scrollWidth - frame.clientWidth;
    hint.hidden = rest <= 1;
    frame.classList.toggle("goes-on", rest - frame.scrollLeft > 1);
    frame.classList.toggle("comes-from", frame.scrollLeft > 1);
  }
  function bringIntoFrame(node) {
    const box = node.getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    frame.scrollLeft += box.left + box.width / 2 - around.left - around.width / 2;
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
  frame.addEventListener("scroll", tellRest, { passive: true });
  new ResizeObserver(tellRest).observe(frame);
  addEventListener("hashchange", selectFromAddress);
  selectFromAddress();
})();
