"use strict";
(function () {
  function open(element) {
    for (let at = element; at; at = at.parentElement) if (at.localName === "details") at.open = true;
  }
  function show() {
    // While the page is parsed nothing is :target yet; fragments need no decoding.
    const id = location.hash.slice(1);
    const element = document.getElementById(id);
    if (element) return lead(element);
    globalThis.unpackFor?.(id).then((found) => {
      if (found && id === location.hash.slice(1)) lead(found);
    });
  }
  // Parts that are unpacked on the way push the place along; it is followed for a moment.
  let led = { element: null, until: 0 };
  document.addEventListener("unpacked", () => {
    if (led.element?.isConnected && performance.now() < led.until) scrollTo(led.element);
  });
  function lead(element) {
    open(element);
    led = { element, until: performance.now() + 1500 };
    scrollTo(element);
  }
  function scrollTo(element) {
    const pane = element.closest(".text");
    element.scrollIntoView({ block: pane ? "center" : "nearest" });
    if (!pane) (element.closest(".card") ?? element).scrollIntoView({ block: "nearest" });
  }
  // A quote is words of the source: markup, white space and markers may be shown otherwise.
  function letters(root, skipped) {
    const found = [];
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.parentElement.closest(skipped)) continue;
      for (let at = 0; at < node.data.length; at++) {
        if (/\S/.test(node.data[at])) found.push([node, at]);
      }
    }
    return found;
  }
  function stretch(found, wanted) {
    const start = found.map(([node, at]) => node.data[at]).join("").indexOf(wanted);
    return start < 0 || !wanted ? null : [found[start], found[start + wanted.length - 1]];
  }
  function bare(words) {
    return words.replace(/<[^>]*>|\]\([^)]*\)/g, "").replace(/[^\p{L}\p{N}]/gu, "");
  }
  function range(root, words) {
    const shown = letters(root, "a.mark");
    const unmarked = letters(root, "a.mark, a.citation");
    const wanted = words.replace(/\s+/g, "");
    const place =
      stretch(shown, wanted) ??
      stretch(unmarked, wanted) ??
      stretch(shown.filter(([node, at]) => bare(node.data[at])), bare(words));
    if (!place) return null;
    const made = document.createRange();
    made.setStart(...place[0]);
    made.setEnd(place[1][0], place[1][1] + 1);
    return made;
  }
  function highlight(link) {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("quote");
    const place = document.getElementById(link.hash.slice(1));
    const made = place && range(place.closest("p, li, td, th, figcaption, blockquote") ?? place, link.dataset.quote);
    if (made) CSS.highlights.set("quote", new Highlight(made));
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link?.dataset.quote) highlight(link);
    if (link && link.hash === location.hash) show(); // The address stays; go there all the same.
    if (link || event.target.closest("a")) return;
    const statement = event.target.closest(".statement");
    const { place, verdict, statement: number } = statement?.dataset ?? {};
    const way = place || (verdict && `about-s${number}`);
    if (way && !String(getSelection())) location.hash = way;
  });
  for (const kind of ["wheel", "touchmove", "keydown"]) {
    addEventListener(kind, () => { led = { element: null, until: 0 }; }, { passive: true });
  }
  addEventListener("hashchange", show);
  show();
})();
