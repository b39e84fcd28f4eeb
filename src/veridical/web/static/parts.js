"use strict";
(function () {
  const opening = new WeakMap();
  async function inflated(packed) {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).text();
  }
  // The words were escaped before they were packed; a script among them would not run here.
  async function open(part) {
    const html = await inflated(part.querySelector("script").textContent);
    part.innerHTML = html;
    part.classList.remove("is-packed");
    part.dispatchEvent(new Event("unpacked", { bubbles: true }));
  }
  function unpack(part) {
    if (!part.classList.contains("is-packed")) return Promise.resolve();
    if (!opening.has(part)) opening.set(part, open(part));
    return opening.get(part);
  }
  // The card of a statement, or of a fact, is in the part of its verdict that spans its number.
  globalThis.unpackFor = async function (id) {
    const [, kind, digits] = /^(about-s|fact-)(\d+)$/.exec(id) ?? [];
    const number = Number(digits ?? NaN);
    for (const part of document.querySelectorAll(".part.is-packed[data-first]")) {
      if (!(part.dataset.first <= number && number <= part.dataset.last)) continue;
      if ((part.dataset.of ?? "about-s") !== kind) continue;
      const verdict = kind === "about-s" && document.getElementById(`s${number}`)?.dataset.verdict;
      if (verdict && verdict !== part.dataset.verdict) continue;
      await unpack(part);
      const found = document.getElementById(id);
      if (found) return found;
    }
    return null;
  };
  const parts = document.querySelectorAll(".part.is-packed");
  if (!parts.length || !globalThis.DecompressionStream) return;
  const near = new IntersectionObserver(
    (seen) => {
      for (const one of seen) {
        if (!one.isIntersecting) continue;
        near.unobserve(one.target);
        unpack(one.target);
      }
    },
    { rootMargin: "300px" },
  );
  for (const part of parts) {
    part.querySelector("button").hidden = false;
    part.querySelector("button").addEventListener("click", () => unpack(part));
    near.observe(part);
  }
})();
