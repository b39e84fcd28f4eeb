"use strict";
(function () {
  function open(element) {
    for (let at = element; at; at = at.parentElement) if (at.localName === "details") at.open = true;
  }
  function show() {
    // While the page is parsed nothing is :target yet; fragments need no decoding.
    const element = document.getElementById(location.hash.slice(1));
    if (!element) return;
    open(element);
    const pane = element.closest(".text");
    element.scrollIntoView({ block: pane ? "center" : "nearest" });
    if (!pane) (element.closest(".card") ?? element).scrollIntoView({ block: "nearest" });
  }
  // Find the words of a quote among the statement's own, white space and marks aside.
  function letters(root) {
    const found = [];
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.parentElement.closest("a.mark, a.citation")) continue;
      for (let at = 0; at < node.data.length; at++) {
        if (/\S/.test(node.data[at])) found.push([node, at]);
      }
    }
    return found;
  }
  function range(root, words) {
    const found = letters(root);
    const all = found.map(([node, at]) => node.data[at]).join("");
    const wanted = words.replace(/\s+/g, "");
    const start = all.indexOf(wanted);
    if (start < 0 || !wanted) return null;
    const made = document.createRange();
    made.setStart(...found[start]);
    const [node, at] = found[start + wanted.length - 1];
    made.setEnd(node, at + 1);
    return made;
  }
  function highlight(link) {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("quote");
    const place = document.getElementById(link.hash.slice(1));
    const made = place && range(place.closest("p, li, td, figcaption") ?? place, link.dataset.quote);
    if (made) CSS.highlights.set("quote", new Highlight(made));
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link?.dataset.quote) highlight(link);
    if (link && link.hash === location.hash) show(); // The address stays; go there all the same.
    if (link || event.target.closest("a")) return;
    const statement = event.target.closest(".statement[data-place]");
    if (statement?.dataset.place && !String(getSelection())) location.hash = statement.dataset.place;
  });
  addEventListener("hashchange", show);
  show();
})();
