"use strict";
(function () {
  const root = document.documentElement;
  root.classList.add("js");
  function kept(theme) {
    try {
      if (theme) localStorage.setItem("veridical-theme", theme);
      return localStorage.getItem("veridical-theme");
    } catch {
      return null; // A browser may forbid storage to files; the toggle still works.
    }
  }
  const first = kept();
  if (first) root.dataset.theme = first;
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".theme");
    const dark = () =>
      root.dataset.theme
        ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
    const tell = () => button.setAttribute("aria-pressed", String(dark()));
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      kept(root.dataset.theme);
      tell();
    });
    tell();
  });
})();
