// Whatever is wider than the page can be scrolled with the keys as well.
addEventListener("load", () => {
  for (const wide of document.querySelectorAll(".md-typeset pre > code, .md-typeset__scrollwrap")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }
});

// Of the search the theme speaks English on every page.
const GERMAN = {
  "Search": "Suche",
  "Search results": "Treffer",
  "Close search": "Suche schließen",
  "Filters": "Filter",
  "No results": "Nichts gefunden",
  "Loading search…": "Die Suche wird geladen …",
};
const german = (said) => GERMAN[said] ?? said.replace(/^([\d,]+) results?$/, "$1 Treffer");

function translate(search) {
  for (const part of search.querySelectorAll("[aria-label], [placeholder], [role=status]")) {
    for (const name of ["aria-label", "placeholder"]) {
      const said = part.getAttribute(name);
      if (said && german(said) !== said) part.setAttribute(name, german(said));
    }
    const text = part.role === "status" && part.firstChild;
    if (text && german(text.data) !== text.data) text.data = german(text.data);
  }
}

if (document.documentElement.lang === "de") {
  new MutationObserver((_, body) => {
    const search = [...document.body.children].find((one) => one.shadowRoot)?.shadowRoot;
    if (!search) return;
    body.disconnect();
    translate(search);
    new MutationObserver(() => translate(search)).observe(search, {
      subtree: true, childList: true, characterData: true, attributes: true,
    });
  }).observe(document.body, { childList: true });
}
