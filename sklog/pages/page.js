// What a page can do where scripts run; it says the same without them.

// the list of hands is folded on a phone, and never on paper
const lists = document.querySelectorAll(".listed");
if (matchMedia("(max-width: 40rem)").matches) for (const list of lists) list.open = false;
addEventListener("beforeprint", () => { for (const list of lists) list.open = true; });

// below a curve the values of the place that is touched, pointed at, or chosen with the arrow keys
for (const figure of document.querySelectorAll("figure")) {
  const places = [...figure.querySelectorAll(".place")];
  if (!places.length) continue;
  const told = places.map((place) => place.querySelector("title").textContent.split("\n"));
  for (const place of places) place.querySelector("title").remove();  // or it covers what is said below
  const [drawing, caption] = figure.children;
  const at = caption.querySelector(".at"), values = [...caption.querySelectorAll("b")];
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: 0, max: places.length - 1, value: places.length - 1 });
  slider.setAttribute("aria-labelledby", drawing.getAttribute("aria-labelledby"));
  const { left, width } = drawing.getBoundingClientRect();
  const [from, to] = [places[0], places.at(-1)].map((place) => {
    const stripe = place.getBoundingClientRect();
    return (stripe.left + stripe.width / 2 - left) / width;
  });
  if (width) {  // the slider lies below the places, half a thumb beyond them
    slider.style.marginLeft = `calc(min(100%, 52rem) * ${from} - .5rem)`;
    slider.style.width = `calc(min(100%, 52rem) * ${to - from} + 1rem)`;
  }
  const show = (chosen) => {
    const lines = told[chosen];
    slider.value = chosen;
    slider.setAttribute("aria-valuetext", lines[0]);
    at.textContent = lines.slice(0, -values.length).join(" · ");
    values.forEach((value, row) => { value.textContent = lines.at(row - values.length).split(": ").at(-1); });
    places.forEach((place, row) => place.classList.toggle("on", row === chosen));
  };
  const point = (event) => {
    const chosen = places.findIndex((place) => place.getBoundingClientRect().right > event.clientX);
    show(chosen < 0 ? places.length - 1 : chosen);
  };
  caption.setAttribute("aria-live", "polite");
  caption.setAttribute("aria-atomic", "true");
  slider.addEventListener("input", () => show(+slider.value));
  drawing.addEventListener("pointermove", point);
  drawing.addEventListener("pointerdown", point);
  drawing.after(slider);
  slider.setAttribute("aria-valuetext", told.at(-1)[0]);
}
