// Whatever is wider than the page can be scrolled with the keys as well.
addEventListener("load", () => {
  for (const wide of document.querySelectorAll(".md-typeset pre > code, .md-typeset__scrollwrap")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }
});
