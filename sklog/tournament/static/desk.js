/* The desk: the list of people follows what is typed, and what others record; what is printed goes to the printer. */
const find = document.getElementById("find"), people = () => document.getElementById("people");
const bare = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
function found() {
  const words = bare(find.value).split(/\s+/);
  [...people().children].forEach(row => { row.hidden = !words.every(word => bare(row.dataset.who).includes(word)); });
}
if (find) {
  find.oninput = found;
  find.form.onsubmit = event => {
    const first = people().querySelector("li:not([hidden]) a");
    event.preventDefault();
    if (find.value.trim() && first) location = first.href;
  };
  const stream = new EventSource(`/t/${document.body.dataset.table}/events?by=seat`);
  let seen = document.body.dataset.seen;
  stream.addEventListener("board", event => {
    const now = JSON.parse(event.data);
    if (now.seen === seen) return;
    seen = now.seen;
    fetch(location.href).then(got => got.text()).then(text => {
      const page = new DOMParser().parseFromString(text, "text/html");
      ["people", "far"].forEach(id => document.getElementById(id).replaceWith(page.getElementById(id)));
      found();
    });
  });
}
document.querySelectorAll("[data-print]").forEach(link => link.onclick = event => {
  const page = open(link.href);
  if (page) { event.preventDefault(); page.onload = () => page.print(); }
});
