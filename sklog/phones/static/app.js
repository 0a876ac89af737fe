/* The phone at the table: the board as it changes, and a pad of taps. Its words stand in the page.
   `data-tap` says what a tap does, tests count by it. */
const ANSWER = 15000, LOCKED = 20000, SILENCE = 25000, UNDO = 10000, Form = URLSearchParams;  // ms
const $ = id => document.getElementById(id), all = (what, where = document) => [...where.querySelectorAll(what)];
const data = document.body.dataset, told = id => $(id) && JSON.parse($(id).textContent);
const words = told("words"), games = told("games"), json = { Accept: "application/json" };
const say = (word, values) => words[word].replace(/\{(\w+)\}/g, (_all, name) => values[name]);
const listed = (what, between = " ") => [].concat(what).filter(Boolean).join(between);
const clock = at => listed([Date.now() - at > 4e7 && new Date(at).toLocaleDateString(), new Date(at).toTimeString().slice(0, 5)]);
const get = path => fetch(`/t/${data.table}/${path}`, { headers: json }).then(got => got.status === 401 ? location = "/" : got.json());
let kept = {};  // where a browser keeps nothing, this page does
try { localStorage.may = 1; kept = localStorage; } catch (_no) { /* so it does */ }
const el = (tag, set, ...inside) => {
  const made = document.createElement(tag);
  for (const name in set) if (name in made) made[name] = set[name]; else made.setAttribute(name, set[name]);
  return fill(made, ...inside);
};
const fill = (where, ...inside) => {
  where.textContent = "";
  where.append(...inside.filter(Boolean));
  return where;
};
const key = (tap, act, label, set) => el("button", { "data-tap": tap, onclick: act, ...set }, label);

/* -- live: streams end silently: silence ends one, a phone that wakes up opens another -- */
let stream, opened, heard = Date.now(), next;
function live() {
  clearTimeout(next);
  if (stream) stream.close();
  opened = Date.now();
  stream = new EventSource(`/t/${data.table}/events?by=${data.by}`);
  stream.addEventListener("alive", alive);
  stream.addEventListener("board", event => { alive(); show(JSON.parse(event.data)); });
  stream.onerror = cut;
}
function alive() {
  heard = opened = Date.now();
  $("offline").hidden = true;
}
function cut() {
  stream.close();
  if ($("offline").hidden) $("offline").textContent = say("offline", { time: clock(heard) });
  $("offline").hidden = false;
  clearTimeout(next);
  next = setTimeout(() => { if (document.hidden) return; live(); get("board?by=" + data.by).then(show).catch(() => 0); }, 2000);
}
const wake = () => document.hidden ? stream && stream.close() : live();
function show(now) {
  if (!now.html || now.seen === data.seen) return;
  if (data.closed !== `${now.closed}`) return location.reload();
  const focused = document.activeElement.href;
  all("[data-part]", new DOMParser().parseFromString(now.html, "text/html")).forEach(part => {
    if (data.page === "tv") all("a", part).forEach(link => link.replaceWith(el("span", { className: "cell" }, ...link.childNodes)));
    document.querySelector(`[data-part=${part.dataset.part}]`).replaceWith(part);
  });
  all("[data-part] a").filter(link => link.href === focused).slice(0, 1).forEach(link => link.focus());
  data.seen = seen = now.seen;
  $("said").textContent = now.said;
  if ($("number")) $("number").textContent = now.number;
  if (!games || hand || typing()) return;
  if (seated !== `${names()}`) location.reload();
  else if (drawn !== `${people()}`) draw();
}

/* -- the pad: `hand` is what was tapped so far, `began` what was seen then -- */
let hand, steps = [], began, seen = data.seen, sending, drawn, asked = 0, unfolded = "";
const names = (which = "") => all(`.people [data-name]${which}`).sort((a, b) => a.dataset.seat - b.dataset.seat).map(one => one.dataset.name);
const people = () => names("[data-in]"), typing = () => $("preview").firstChild;
const shape = (...shapes) => shapes.includes(hand.game.shape);
const ready = () => shape("passed") || hand.losers.length || (hand.declarer && (hand.partner || !hand.game.partner));
const who = () => listed([hand.declarer, hand.partner, ...hand.losers], " + ");
const title = suit => suit && suit[0].toUpperCase() + suit.slice(1);
const titled = who => listed([hand.game.title, title(hand.suit), who], " · ");
const flags = () => hand.game.flags.map(place => games.flags[place]), seated = `${names()}`;

const step = more => () => {
  began = began || seen;
  steps.push(hand);
  hand = { losers: [], ...hand, ...more };
  fill($("preview"));
  draw();
};
const put = (field, value) => () => {
  hand = { ...hand, [field]: hand[field] === value ? 0 : value };
  draw();
};
const clear = () => {
  hand = null;
  steps = [];
  unfolded = "";
  began = $("typed").value = "";
  fill($("preview"));
  draw();
};
const back = () => {
  hand = steps.pop();
  if (hand) draw(); else clear();
};

const group = (label, kind, keys) => el("div", { role: "group", "aria-label": label },
  el("h3", {}, label), el("div", { className: "keys " + kind }, ...keys));
const folded = (what, keys, most, first) => keys.length <= most || unfolded === what ? keys
  : [...keys.filter(first), key("more:" + what, () => { unfolded = what; draw(); }, words.more)];
const toggle = (tap, act, on, label) => key(tap, act, label, { "aria-pressed": !!on });
const persons = (label, tap, list, act) => group(label, "who", list.map(name => key(`${tap}:${name}`, step(act(name)), name)));
const several = (label, tap, list, field) => group(label, "who", list.map(name => {
  const had = hand[field] || [], on = had.includes(name);
  return toggle(`${tap}:${name}`, put(field, on ? had.filter(one => one !== name) : [...had, name]), on, name);
}));
const suits = game => game.suits.filter(Boolean).map(suit => key("suit:" + suit, step({ game, suit }), title(suit)));

function firstScreen() {
  const called = games.games.find(game => game.partner), solo = games.games.find(game => game.suits.length && !game.partner);
  const others = games.games.filter(game => game !== called && game !== solo);
  return [
    called && persons(say("by", { game: called.title }), "who", people(), declarer => ({ game: called, declarer })),
    solo && group(solo.title, "five", [...suits(solo), key("game:" + solo.name, step({ game: solo }), words.unsaid)]),
    group(words.games, "three", folded("games", others.map(game => key("game:" + game.name, step({ game }), game.title)), 9, (_key, at) => !others[at].rare)),
  ];
}
function handScreen() {
  const game = hand.game, seats = people(), parts = [el("div", { className: "told" }, key("back", back, "‹", { "aria-label": words.back }), el("b", {}, titled(who())))];
  if (shape("ramsch")) parts.push(several(words.loser, "who", seats, "losers"));
  else if (!shape("passed") && !hand.declarer) {
    if (game.suits.length && !hand.suit) parts.push(group(words.suit, "", suits(game)));
    parts.push(persons(words.who, "who", seats, declarer => ({ declarer })));
  } else if (game.partner && !hand.partner) parts.push(persons(words.partner, "partner", seats.filter(name => name !== hand.declarer), partner => ({ partner })));
  if (ready()) parts.push(...flagKeys(), results());
  return parts;
}
function flagKeys() {
  const small = [], more = [];
  let run;
  flags().forEach(([label, field, kind, most, whose, least]) => {
    const tap = "flag:" + field, now = hand[field] || 0;
    if (whose === "opponents") small.push(toggle("flag:laufende_of", put("laufende_of", whose), hand.laufende_of, label));
    else if (field === "laufende") run = group(label, "run", folded("run", [...Array(most - least + 1).keys()].map(at => at + least).map(at =>
      toggle(`${tap}:${at}`, put(field, at), now === at, at)), 7, (_key, at) => at < 6));
    else if (kind === "yes") small.push(toggle(tap, put(field, "yes"), now, label));
    else if (kind === "people") more.push(several(label, tap, people().filter(name => !hand.losers.includes(name)), field));
    else if (kind === "count") small.push(toggle(tap, put(field, (now + 1) % (most + 1)), now, listed([label, now])));
    else small.push(el("label", { className: "field" }, el("span", {}, label), el("input", { "data-tap": tap, inputMode: "numeric", maxLength: 3, value: now || "",
      oninput() { hand[field] = this.value; price(); } })));
  });
  return [small[0] && el("div", { className: "keys flags" }, ...small), run, ...more];
}
function results() {
  const made = (name, label) => key("result:" + name, () => record(name), el("b", {}, label), { className: name });
  return el("div", { className: "results", id: "results" }, ...shape("ramsch", "passed") ? [made("record", words.record)]
    : [made("won", say("won", { who: who() })), made("lost", say("lost", { who: who() }))]);
}
function draw() {
  const at = document.activeElement.dataset.tap;
  fill($("pad"), ...hand ? handScreen() : firstScreen());
  data.stage = hand ? hand.game.shape : "";
  drawn = `${people()}`;
  if (hand && ready()) price(); else if (!typing() && ++asked) $("typed").value = "";
  const keys = all("[data-tap]", $("pad"));
  if (at) (keys.find(one => one.dataset.tap === at) || keys[0]).focus();
}

/* -- what it costs -- */
function facts() {
  const { game, losers, durchmarsch, laufende_of, ...has } = hand, said = new Form({ game: game.name });
  if (hand.laufende) has.laufende_of = laufende_of;
  if (durchmarsch) has.durchmarsch = losers[0]; else has.losers = losers;
  Object.keys(has).forEach(field => [].concat(has[field] || []).forEach(value => said.append(field, value)));
  return said;
}
function priced(said, then) {
  const now = ++asked;
  setTimeout(() => now === asked && get("price?" + said).then(answer => now === asked && then(answer)).catch(() => 0), 60);
}
const price = () => priced(facts(), answer => {
  all("#results button").forEach(button => cost(button, answer[button.className] || answer));
  $("typed").value = answer.line || answer.won.line || answer.lost.line;
});
function cost(button, { kind, text, postings }) {
  const can = kind === "hand", mine = postings.find(([name]) => name === (hand.declarer || hand.losers[0]));
  button.disabled = !can;
  fill(button, button.firstChild, el("strong", {}, !can ? text : !mine ? "" : hand.partner ? say("each", { amount: mine[1] }) : mine[1]),
    el("span", {}, ...postings.map(one => el("span", {}, one.join(" ")))));
}
function typed() {
  const line = $("typed").value;
  if (!line.trim()) return clear();
  began = began || seen;
  if (!typing()) fill($("preview"), "…");
  $("record").disabled = false;
  priced(new Form({ line }), ({ kind, text, detail }) => {
    fill($("preview"), el("p", {}, text), el("p", {}, detail));
    $("record").disabled = kind !== "hand";
  });
}

/* -- what is written is kept until it is answered -- */
const place = "waiting" + data.table, queue = () => JSON.parse(kept[place] || "[]").sort((one, other) => one.at - other.at);
const keep = (one, ...changed) => {
  kept[place] = JSON.stringify([...queue().filter(other => other.id !== one.id), ...changed]);
  waiting();
};
const unsent = () => queue().filter(one => Date.now() - one.busy > LOCKED);
function waiting() {
  fill($("waiting"), ...unsent().map(one => el("div", { className: "notice" }, say("waiting", { what: one.what, time: clock(one.at) }), el("div", { className: "row" },
    games && queue()[0].id === one.id && key("send", () => unsent().some(other => other.id === one.id) && (sending = send(one)), words.send), key("discard", () => keep(one), words.discard)))));
  if (queue().length > unsent().length) setTimeout(waiting, LOCKED);
}

/* a hand waits for what is being sent, and stays if that fails; a pad that was cleared has other `steps` */
async function record(result) {
  const pad = steps;
  if (sending && !await sending || pad !== steps) return;
  const line = result === "line" && $("typed").value.trim(), won = { won: "yes", lost: "no" }[result];
  const said = line ? new Form({ line }) : facts();
  if (won) said.set("won", won);
  write("hands", said, began, line || titled(won ? say(result, { who: who() }) : who()), pad);
}
function write(path, said, seen, what, pad) {
  const [number, digest] = seen.split(".");
  said.set("seen", `${+number + queue().filter(one => one.said.includes("." + digest)).length}.${digest}`);
  if (!sending) sending = send({ id: Math.random(), at: Date.now(), path: `/t/${data.table}/${path}`, said: `${said}`, what }, pad);
}
async function send(one, pad) {
  keep(one, { ...one, busy: Date.now() });
  const stop = new AbortController(), late = setTimeout(() => stop.abort(), ANSWER);
  toast(words.sending, 0, 1);
  let status, answer = {};
  try {
    const got = await fetch(one.path, { method: "POST", signal: stop.signal, headers: json, body: new Form(`${one.said}&key=${data.key}`) });
    answer = await got.json();
    status = got.status;
  } catch (_no) { /* no answer */ }
  clearTimeout(late);
  if (answer.result === "busy") {
    toast(listed([...answer.said, words.busy]), 0, 1);
    await new Promise(done => setTimeout(done, 1000));
    return send(one, pad);
  }
  sending = 0;
  const hands = /hands$/.test(one.path);
  keep(one, ...status && status !== 401 && (!hands || status !== 409) ? [] : [{ ...one, busy: 0 }]);
  if (status === 401) location = "/";
  if (status > 401 && status !== 409) return toast(listed(answer.said), key("close", () => toast(), words.close), 1);
  if (pad === steps) clear();
  toast();
  if (status === 200) {
    seen = answer.seen;
    began = began && seen;
  }
  if (status === 409) ask(one, answer, hands);
  else if (status) toast(listed(answer.said), hands && answer.result === "recorded" && key("undo", () => write("undo", new Form(), answer.seen, words.undo), words.undo));
  return status === 200;
}

let gone;
function toast(text, button, stays) {
  clearTimeout(gone);
  fill($("toast"), text && el("p", {}, text), button);
  if (!stays) gone = setTimeout(toast, UNDO);
}
function ask(one, answer, hands) {
  const dialog = $("dialog"), end = () => {
    keep(one);
    dialog.close ? dialog.close() : dialog.removeAttribute("open");
  };
  const also = () => {
    end();
    write("hands", new Form(one.said + "&again=1"), answer.seen, one.what);
  };
  $("asked").textContent = words[answer.result];
  fill($("there"), ...answer.said.map(said => el("p", {}, said)), hands && el("p", {}, say("yours", { what: answer.yours || one.what })),
    key("leave", end, words.leave), hands && key("also", also, words.also));
  if (dialog.showModal) dialog.showModal(); else dialog.setAttribute("open", "");
}

/* -- each page -- */
function tab() {
  data.tab = (all(".tab").find(one => "#" + one.id === location.hash) || all(".tab.first")[0]).id;
  all(".tabs a").forEach(link => link.setAttribute("aria-current", link.hash === "#" + data.tab));
  scrollTo(0, 0);
}
if (data.page === "join" && location.hash) {
  $("code").value = location.hash.slice(1);
  $("code").type = "hidden";
  document.querySelector("[for=code]").hidden = true;
  history.replaceState(0, "", location.pathname + location.search);
  $("name").focus();
}
if (data.page === "settle") {
  const me = new Form(location.search).get("me");
  if (me !== null) kept.me = me; else if (kept.me) location.replace("?me=" + encodeURIComponent(kept.me));
}
if ($("board")) {
  addEventListener("pageshow", wake);
  addEventListener("online", wake);
  addEventListener("offline", cut);
  document.addEventListener("visibilitychange", wake);
  setInterval(() => Date.now() - opened > SILENCE && cut(), 5000);
}
if (games) {
  $("typed").oninput = typed;
  $("line").onsubmit = event => { event.preventDefault(); if (typing()) record("line"); };
  draw();
}
if (data.page === "table") {
  addEventListener("hashchange", tab);
  addEventListener("storage", waiting);
  waiting();
  tab();
}
