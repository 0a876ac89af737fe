/* A list that is typed: its sum stands below it, and one that does not come out even is not sent. Good points have none.
   At the desk Enter goes on to the next field, and hands the list in at the last; so does a sign behind a number, as on
   a calculator: "5-" is −5. The table of a list is typed first. */
const form = document.getElementById("list"), sum = document.getElementById("sum");
const points = [...form.querySelectorAll("[name^=points]:not(select)")];
const value = field => {
  const text = field.value.replace(/\s/g, "").replace("−", "-"), { value: sign } = form.elements["points-sign" + field.name.slice(6)] || "";
  return !/^[+-]?\d+$/.test(text) ? NaN : sign === "-" && /^\d/.test(text) ? -text : +text;
};
function added() {
  const said = points.filter(field => field.value.trim()), all = said.reduce((before, field) => before + value(field), 0);
  sum.textContent = Number.isNaN(all) ? "?" : (all > 0 ? "+" : "") + all;
  sum.className = all ? "loss" : "gain";
  points[points.length - 1].setCustomValidity(said.length && all ? form.dataset.uneven.replace("{sum}", sum.textContent) : "");
}
if (sum) {
  form.addEventListener("input", added);
  form.querySelector(".summed").hidden = false;
  added();
}
/* A list that is typed game by game: how many there are, and what each seat has by now. */
const games = document.getElementById("by-games");
if (games) {
  const lines = games.elements.games, seats = form.elements.seats.value.split(",").length, signed = one => (one > 0 ? "+" : "") + String(one).replace("-", "−");
  const number = word => /^[-–·x]$/.test(word) ? 0 : /^[+−-]?\d+$/.test(word) ? +word.replace("−", "-") : NaN;
  const all = row => row.reduce((before, one) => before + one, 0);
  lines.oninput = () => {
    const read = lines.value.split("\n").map(line => line.replace(/^\s*#.*/, "").split(/[,;\s]+/).filter(word => word).map(number));
    const rows = read.filter(row => row.length), uneven = read.findIndex(row => row.length === seats && all(row));
    const sums = Array.from({ length: seats }, (_, seat) => signed(all(rows.map(row => row[seat] || 0))));
    document.getElementById("sums").textContent = `${rows.length}: ${sums.join(" · ")}`;
    lines.setCustomValidity(games.dataset.uneven && uneven >= 0 ? games.dataset.uneven.replace("{line}", uneven + 1).replace("{sum}", signed(all(read[uneven]))) : "");
  };
  games.querySelector(".summed").hidden = false;
  lines.oninput();
}
/* Where others sit there now the form is for them: the board has changed, and the form has not. */
const seats = () => document.querySelector("[data-seats]").dataset.seats;
new MutationObserver(() => seats() === form.elements.seats.value || location.reload()).observe(document.getElementById("board"), { childList: true });
if (form.dataset.keys) {
  const chooser = document.getElementById("which"), fields = [...form.querySelectorAll("input:not([type=hidden])")];
  const go = field => { field.focus(); field.select(); };
  form.addEventListener("keydown", event => {
    const field = event.target, next = fields[fields.indexOf(field) + 1], sign = /^[-+]$/.test(event.key) && /^\d+$/.test(field.value);
    if (sign && event.key === "-") field.value = "-" + field.value;
    if (!sign && (event.key !== "Enter" || !next)) return;
    event.preventDefault();
    added();
    next ? go(next) : form.querySelector("button").click();
  });
  chooser.form.addEventListener("submit", event => {
    if (chooser.value !== chooser.defaultValue) return;
    event.preventDefault();
    go(fields[0]);
  });
  go(new URLSearchParams(location.search).has("table") ? fields[0] : chooser);
}
