/* The phone at the table: it shows the board as it changes, and enters a hand by taps. Every word it says stands in the page.

   What is tapped says so in `data-tap`, which tests count by and which stays as it is:
     who:NAME           who plays (on the first screen: a Sauspiel), or lost the Ramsch
     partner:NAME       with whom
     game:NAME          a game; suit:SUIT  its suit (on the first screen: the Solo of that suit)
     flag:FIELD         switched, or one more; flag:FIELD:VALUE  a number or a person; flag:laufende_of  of the others
     result:won, result:lost, result:record, result:line   records the hand
     undo, back, send, discard, also, leave */
(() => {
  "use strict";
  const ANSWER = 15000, SILENCE = 25000, UNDO = 10000, TRIES = 60;
  const $ = id => document.getElementById(id), all = (what, where) => Array.from((where || document).querySelectorAll(what));
  const data = document.body.dataset, html = document.documentElement;
  const told = id => $(id) && JSON.parse($(id).textContent);
  const words = told("words") || {}, games = told("games");
  const say = (word, values) => words[word].replace(/\{(\w+)\}/g, (_all, key) => values[key]);
  const clock = at => new Date(at).toLocaleTimeString(html.lang, { hour: "2-digit", minute: "2-digit" });
  const joined = said => [].concat(said || []).join(" ");

  const memory = {};
  const kept = {  // a browser may refuse to keep anything
    get(key) { try { return localStorage.getItem(key); } catch (_no) { return memory[key]; } },
    set(key, value) { memory[key] = value; try { localStorage.setItem(key, value); } catch (_no) { /* this page has it */ } },
  };
  const el = (tag, set, ...inside) => {
    const made = document.createElement(tag);
    Object.keys(set || {}).forEach(key => key in made ? made[key] = set[key] : made.setAttribute(key, set[key]));
    made.append(...inside.filter(one => one || one === 0));
    return made;
  };
  const fill = (where, ...inside) => { where.textContent = ""; where.append(...inside.filter(Boolean)); };
  const key = (tap, act, set, ...inside) => el("button", Object.assign({ type: "button", "data-tap": tap, onclick: act }, set), ...inside);

  /* -- live: a phone that wakes up opens its stream anew, whatever that says of itself -- */
  let stream, heard = Date.now(), opened = 0, pause = 1000, timer, banner;
  function live() {
    clearTimeout(timer);
    if (stream) stream.close();
    opened = Date.now();
    stream = new EventSource(`/t/${data.table}/events?by=${data.by}`);
    stream.addEventListener("board", event => { alive(); show(JSON.parse(event.data)); });
    stream.addEventListener("alive", alive);
    stream.onerror = cut;
  }
  function alive() {
    heard = opened = Date.now();
    pause = 1000;
    clearTimeout(banner);
    banner = 0;
    $("offline").hidden = true;
  }
  function cut() {
    stream.close();
    banner = banner || setTimeout(() => {
      $("offline").textContent = say("offline", { time: clock(heard) });
      $("offline").hidden = false;
    }, 1500);
    clearTimeout(timer);
    timer = setTimeout(() => { live(); if (pause > 2000) look(); }, pause);
    pause = Math.min(pause * 2, 8000);
  }
  const look = () => fetch(`/t/${data.table}/board?by=${data.by}`, { headers: { Accept: "application/json" } })
    .then(got => got.status === 401 ? location.assign("/") : got.ok && got.json().then(show)).catch(() => {});
  const awake = () => { if (!document.hidden) { clearTimeout(timer); timer = setTimeout(live, 50); } };

  function show(now) {
    if (now.seen === data.seen) return;
    const fresh = new DOMParser().parseFromString(now.html, "text/html"), before = {};
    const focused = document.activeElement && document.activeElement.getAttribute("href");
    all("[data-name]").forEach(one => { before[one.dataset.name] = one.querySelector(".balance").textContent; });
    const seated = names().join("\n");
    all("[data-part]", fresh).forEach(part => {
      if (data.page === "tv") all("a", part).forEach(link => {
        const plain = el("span", { className: link.className });
        plain.append(...link.childNodes);
        link.replaceWith(plain);
      });
      const old = document.querySelector(`[data-part=${part.dataset.part}]`);
      if (old) old.replaceWith(part);
    });
    all("[data-name]").forEach(one => one.classList.toggle("new", before[one.dataset.name] !== one.querySelector(".balance").textContent));
    const again = focused && document.activeElement === document.body && all("[data-part] a").find(one => one.getAttribute("href") === focused);
    if (again) again.focus();
    data.seen = now.seen;
    if ($("number")) $("number").textContent = now.number;
    $("said").textContent = joined(now.said);
    if (!games) return;
    if (seated !== names().join("\n") && !hand && !typing()) location.reload();  // others can play other games
    else if (!hand) draw();
  }

  /* -- the pad -- */
  let hand = null, began = "", sending = false, asked = 0;
  const names = () => all(".people [data-name]").sort((a, b) => a.dataset.seat - b.dataset.seat).map(one => one.dataset.name);
  const people = () => names().filter(name => all(".people [data-in]").some(one => one.dataset.name === name));
  const flags = game => game.flags.map(place => {
    const [label, field, kind, most, who] = games.flags[place];
    return { label, field, kind, most, who };
  });
  const typing = () => data.typing === "1";
  const ready = () => hand.game.shape === "passed" || (hand.game.shape === "ramsch" ? hand.losers.length > 0
    : hand.declarer && (hand.partner || !hand.game.partner));

  function begin(game, more) {
    began = began || data.seen;
    hand = Object.assign({ game, losers: [], flags: {} }, more);
    stopTyping();
    draw();
  }
  function clear() {
    hand = null;
    began = $("typed").value = "";
    stopTyping();
    draw();
  }
  function back() {
    if (hand.partner) { hand.partner = ""; hand.flags = {}; }
    else if (hand.declarer && !(hand.game === called())) { hand.declarer = ""; hand.flags = {}; }
    else if (hand.suit && !suited(hand.game)) hand.suit = "";
    else return clear();
    draw();
  }
  const called = () => games.games.find(game => game.shape === "partner" && game.partner);
  const suited = game => game === games.games.find(one => one.shape === "solo" && one.suits.length);
  const change = how => () => { how(); draw(); };
  const title = suit => suit ? suit[0].toUpperCase() + suit.slice(1) : words.unsaid;
  const who = () => [hand.declarer, hand.partner].filter(Boolean).join(" + ") || hand.losers.join(" + ");

  const row = (label, keys, kind) => el("div", { role: "group", "aria-label": label, className: `keys n${Math.min(keys.length, 7)} ${kind || ""}` }, ...keys);
  const headed = (label, keys, kind, more) => [el("h3", {}, el("span", {}, label), more), row(label, keys, kind)];
  const persons = (label, tap, list, act, on) => headed(label, list.map(name =>
    key(`${tap}:${name}`, change(() => act(name)), on ? { "aria-pressed": String(on(name)) } : {}, name)), "people-keys");

  function firstScreen() {
    const parts = [], sauspiel = called(), solo = games.games.find(suited);
    const rest = games.games.filter(game => game !== sauspiel && game !== solo);
    if (sauspiel) parts.push(...headed(say("by", { game: sauspiel.title }), people().map(name =>
      key(`who:${name}`, () => begin(sauspiel, { declarer: name }), {}, name)), "people-keys"));
    parts.push(el("h3", {}, words.games));
    if (solo) parts.push(row(solo.title, [key("game:" + solo.name, () => begin(solo), {}, solo.title),
      ...solo.suits.filter(Boolean).map(suit => key("suit:" + suit, () => begin(solo, { suit }), { "aria-label": `${solo.title} ${title(suit)}` },
        el("span", {}, title(suit), el("small", {}, solo.title))))], "solos small"), el("div", { className: "gap" }));
    parts.push(el("div", { className: "keys three" }, ...rest.map(game =>
      key("game:" + game.name, () => begin(game), { className: game.title.length > 13 ? "small" : "" }, game.title))));
    return parts;
  }

  function handScreen() {
    const game = hand.game, parts = [el("div", { className: "told" }, key("back", back, { "aria-label": words.back }, "‹"),
      el("b", {}, [game.title, hand.suit && title(hand.suit), who()].filter(Boolean).join(" · ")))];
    if (game.shape === "ramsch") parts.push(...persons(words.loser, "who", people(), name => {
      hand.losers = hand.losers.includes(name) ? hand.losers.filter(one => one !== name) : hand.losers.concat(name);
      hand.flags.jungfrauen = (hand.flags.jungfrauen || []).filter(one => !hand.losers.includes(one));
    }, name => hand.losers.includes(name)));
    else if (game.shape !== "passed" && !hand.declarer) {
      if (game.suits.length && !hand.suit) parts.push(...headed(words.suit, game.suits.filter(Boolean).map(suit =>
        key("suit:" + suit, change(() => { hand.suit = suit; }), {}, title(suit)))));
      parts.push(...persons(words.who, "who", people(), name => { hand.declarer = name; }));
    } else if (game.partner && !hand.partner)
      parts.push(...persons(words.partner, "partner", people().filter(name => name !== hand.declarer), name => { hand.partner = name; }));
    if (ready()) parts.push(...flagRows(flags(game)), results());
    return parts;
  }

  function flagRows(list) {
    const parts = [], set = hand.flags;
    const put = (field, value) => change(() => { if (value) set[field] = value; else delete set[field]; });
    const run = list.find(flag => flag.field === "laufende" && flag.who !== "opponents");
    const yes = list.filter(flag => flag.kind === "yes"), more = list.filter(flag => flag.kind === "count" || (flag.kind === "number" && flag.field !== "laufende"));
    if (yes.length) parts.push(el("div", { className: "gap" }), row("", yes.map(flag =>
      key("flag:" + flag.field, put(flag.field, !set[flag.field]), { "aria-pressed": String(Boolean(set[flag.field])) }, flag.label)), "small"));
    if (run) {
      const most = run.most > 1 ? run.most : 14, numbers = Array.from({ length: most }, (_one, place) => place + 1);
      const others = list.some(flag => flag.who === "opponents") && key("flag:laufende_of", put("laufende_of", set.laufende_of ? "" : "opponents"),
        { className: "others", "aria-pressed": String(Boolean(set.laufende_of)) }, words.others);
      parts.push(...headed(run.label, numbers.map(number => key(`flag:laufende:${number}`, put("laufende", set.laufende === number ? 0 : number),
        { "aria-pressed": String(set.laufende === number), "aria-label": `${run.label} ${number}` }, number)), "", others));
    }
    list.filter(flag => flag.kind === "people").forEach(flag => parts.push(...persons(flag.label, "flag:" + flag.field,
      people().filter(name => !hand.losers.includes(name)), name => {
        const now = set[flag.field] || [];
        set[flag.field] = now.includes(name) ? now.filter(one => one !== name) : now.concat(name);
      }, name => (set[flag.field] || []).includes(name))));
    if (more.length) parts.push(el("div", { className: "gap" }), row("", more.map(flag => flag.kind === "count"
      ? key("flag:" + flag.field, put(flag.field, ((set[flag.field] || 0) + 1) % (flag.most + 1)), { "aria-pressed": String(Boolean(set[flag.field])) },
        set[flag.field] ? `${flag.label} ${set[flag.field]}` : flag.label)
      : el("label", { className: "field" }, flag.label, el("input", { type: "text", inputMode: "numeric", maxLength: 3, autocomplete: "off", value: set[flag.field] || "", "data-tap": "flag:" + flag.field,
        oninput() { set[flag.field] = this.value.replace(/\D/g, ""); price(); } }))), "small"));
    return parts;
  }

  function results() {
    const made = (name, label) => key("result:" + name, () => record(name), { className: name, disabled: sending },
      el("b", {}, label), el("strong", {}, "…"), el("ul", {}));
    const decided = hand.game.shape === "ramsch" || hand.game.shape === "passed";
    return el("div", { className: "results", id: "results" }, ...decided ? [made("record", words.record)]
      : [made("won", say("won", { who: who() })), made("lost", say("lost", { who: who() }))]);
  }

  function facts() {
    const said = [["game", hand.game.name]], set = hand.flags, put = (field, value) => value && said.push([field, value]);
    put("suit", hand.suit);
    put("declarer", hand.declarer);
    put("partner", hand.partner);
    if (set.durchmarsch) put("durchmarsch", hand.losers[0]);
    else hand.losers.forEach(name => put("losers", name));
    flags(hand.game).forEach(({ field, kind, who: whose }) => {
      if (field === "durchmarsch" || whose === "opponents") return;
      [].concat(set[field] || []).forEach(value => put(field, kind === "yes" ? "yes" : value));
    });
    if (set.laufende && set.laufende_of) put("laufende_of", set.laufende_of);
    return said;
  }

  function price() {
    const now = ++asked;
    fetch(`/t/${data.table}/price?${new URLSearchParams(facts())}`, { headers: { Accept: "application/json" } }).then(got => got.json()).then(answer => {
      if (now !== asked || !hand || !$("results")) return;
      all("button", $("results")).forEach(button => cost(button, answer[button.className] || answer));
      $("typed").value = (answer.won && answer.won.line) || (answer.lost && answer.lost.line) || answer.line || "";
    }).catch(() => {});
  }
  function cost(button, one) {
    const postings = one.postings || [], mine = postings.find(([name]) => name === (hand.declarer || hand.losers[0]));
    const fine = !one.kind || one.kind === "hand";
    button.disabled = sending || !fine;
    button.querySelector("strong").textContent = !fine ? "" : mine ? (hand.partner ? say("each", { amount: mine[1] }) : mine[1]) : one.text || "";
    fill(button.querySelector("ul"), ...fine ? postings.map(posting => el("li", {}, posting.join(" "))) : [el("li", {}, one.text)]);
  }

  function draw() {
    if (!games) return;
    const focused = document.activeElement && $("pad").contains(document.activeElement) && document.activeElement.dataset.tap;
    fill($("pad"), ...hand ? handScreen() : firstScreen());
    if (hand) data.stage = ready() ? "2" : "1"; else delete data.stage;
    if (hand && ready()) price(); else if (!typing()) $("typed").value = "";
    const taps = all("[data-tap]", $("pad"));
    if (focused && taps.length) (taps.find(one => one.dataset.tap === focused) || taps[0]).focus();
  }

  /* -- a line that is typed -- */
  const stopTyping = () => { delete data.typing; fill($("preview")); };
  function typed() {
    const line = $("typed").value, now = ++asked;
    if (!line.trim()) return clear();
    hand = null;
    began = began || data.seen;
    data.typing = "1";
    setTimeout(() => now === asked && fetch(`/t/${data.table}/price?${new URLSearchParams({ line })}`, { headers: { Accept: "application/json" } })
      .then(got => got.json()).then(answer => {
        if (now !== asked) return;
        fill($("preview"), el("p", {}, answer.text || ""), el("p", {}, answer.detail || ""));
        $("record").disabled = answer.kind === "wrong" || answer.kind === "missing";
      }).catch(() => {}), 120);
  }

  /* -- what is written: kept until it is answered, also when the page goes -- */
  const place = "sklog.waiting." + data.table;
  const queue = () => { try { return JSON.parse(kept.get(place) || "[]"); } catch (_no) { return []; } };
  const keep = one => { kept.set(place, JSON.stringify(queue().filter(other => other.id !== one.id).concat(one))); waiting(); };
  const drop = one => { kept.set(place, JSON.stringify(queue().filter(other => other.id !== one.id))); waiting(); };
  const free = one => Date.now() - (one.busy || 0) > ANSWER + 5000;  // nor does another page of this phone send it

  function waiting() {
    const list = queue().filter(free);
    $("waiting").hidden = !list.length;
    fill($("waiting"), ...list.map(one => el("div", { className: "notice waiting" },
      el("p", {}, say("waiting", { what: one.what, time: clock(one.at) })),
      el("div", { className: "row" }, key("send", () => send(queue().find(other => other.id === one.id && free(other))), {}, words.send),
        key("discard", () => drop(one), {}, words.discard)))));
  }

  function record(result) {
    if (sending) return;
    const line = $("typed").value.trim(), said = result === "line" ? [["line", line]] : facts();
    if (result === "won" || result === "lost") said.push(["won", result === "won" ? "yes" : "no"]);
    const button = $("results") && all(`.${result}`, $("results"))[0];
    const what = result === "line" ? line : [hand.game.title, hand.suit && title(hand.suit), button.querySelector("b").textContent].filter(Boolean).join(" · ");
    write("hands", said.concat([["seen", began || data.seen]]), what);
  }
  const write = (path, fields, what) => send({ id: `${Date.now()}.${Math.random()}`, at: Date.now(), path: `/t/${data.table}/${path}`, fields, what });

  async function send(one, tries) {
    if (!one) return waiting();
    busy(true);
    one.busy = Date.now();
    keep(one);
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), ANSWER), slow = setTimeout(() => toast(words.sending), 1000);
    let status = 0, answer = {};
    try {
      const got = await fetch(one.path, { method: "POST", signal: stop.signal, body: String(new URLSearchParams(one.fields.concat([["key", data.key]]))),
        headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" } });
      answer = await got.json().catch(() => ({}));
      status = got.status;
    } catch (_no) { /* nobody answered */ }
    clearTimeout(late);
    clearTimeout(slow);
    if (status === 503 && (tries || 0) < TRIES) {
      toast(joined(answer.said) + " " + words.busy);
      return setTimeout(() => send(one, (tries || 0) + 1), 1000);
    }
    busy(false);
    toast("");
    if (!status || status === 401 || status === 503) {
      one.busy = 0;
      keep(one);
      clear();
      if (status === 401) { toast(words.joined); setTimeout(() => location.assign("/"), 2000); }
      return;
    }
    drop(one);
    answered(one, status, answer);
  }
  function busy(now) {
    sending = now;
    if ($("results")) all("button", $("results")).forEach(button => { button.disabled = now; });
  }
  function answered(one, status, answer) {
    const hands = /\/hands$/.test(one.path);
    if (status === 409) { clear(); return ask(one, answer, hands); }
    if (status !== 200) return toast(joined(answer.said) || words.failed, null, 1);
    clear();
    if (!stream || Date.now() - heard > SILENCE) look();
    toast(joined(answer.said), hands && answer.result === "recorded" && (() => write("undo", [["seen", answer.seen]], words.undo)));
  }

  let gone;
  function toast(text, undo, stays) {
    const end = () => { $("toast").hidden = true; };
    clearTimeout(gone);
    fill($("toast"), el("p", { role: "status" }, text), undo && key("undo", () => { end(); undo(); }, {}, words.undo),
      stays && key("close", end, {}, words.close));
    $("toast").hidden = !text;
    if (!stays) gone = setTimeout(end, UNDO);
  }

  function ask(one, answer, hands) {
    const before = document.activeElement, twice = answer.result === "twice";
    const end = () => { $("dialog").hidden = true; document.onkeydown = null; if (before && before.isConnected) before.focus(); };
    const set = (field, value) => one.fields.filter(([name]) => name !== field).concat([[field, value]]);
    const also = () => {
      one.fields = set("seen", answer.seen);
      if (twice) one.fields = set("again", "1");
      end();
      send(one);
    };
    $("dialog-title").textContent = twice ? words.same : words.overtaken;
    const there = answer.said || [];
    fill($("dialog-text"), ...there.map(said => el("p", {}, said)), hands && el("p", {}, say("yours", { what: joined(answer.yours) || one.what })));
    fill($("dialog-keys"), key("leave", end, {}, hands ? words.leave : words.close), hands && key("also", also, {}, words.also));
    $("dialog").hidden = false;
    const keys = all("button", $("dialog"));
    keys[0].focus();
    document.onkeydown = event => {
      if (event.key === "Escape") end();
      if (event.key === "Tab") { event.preventDefault(); keys[(keys.indexOf(document.activeElement) + 1) % keys.length].focus(); }
    };
  }

  /* -- each page -- */
  function tab() {
    const here = all(".tab").find(one => "#" + one.id === location.hash) || document.querySelector(".tab.first");
    data.tab = here.id;
    all(".tabs a").forEach(link => {
      if (link.hash === "#" + here.id) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    });
    scrollTo(0, 0);
  }
  function join() {
    const token = location.hash.slice(1), name = kept.get("sklog.name") || "";
    $("name").value = $("name").value || name;
    $("join").onsubmit = () => { kept.set("sklog.name", $("name").value); };
    if (!token) return;
    history.replaceState(null, "", location.pathname + location.search);
    $("code").value = token;
    all("#code, label[for=code]").forEach(one => { one.hidden = true; });
    if (name && !$("problem")) $("join").submit(); else $("name").focus();
  }
  function settle() {
    const asked_for = new URLSearchParams(location.search).get("me"), me = kept.get("sklog.me");
    if (asked_for !== null) kept.set("sklog.me", asked_for);
    else if (me) location.replace("?" + new URLSearchParams({ me }));
    if ($("me")) $("me").onchange = () => { $("me").form.submit(); };
  }

  if (data.page === "join") join();
  if (data.page === "settle") settle();
  if ($("board")) {
    ["pageshow", "online"].forEach(event => addEventListener(event, awake));
    document.addEventListener("visibilitychange", awake);
    addEventListener("offline", cut);
    addEventListener("pagehide", () => stream.close());
    setInterval(() => { if (Date.now() - opened > SILENCE) { cut(); live(); } }, 5000);
    live();
  }
  if (data.page === "table") {
    addEventListener("hashchange", tab);
    addEventListener("storage", waiting);
    tab();
    waiting();
  }
  if (games) {
    $("typed").oninput = typed;
    $("line").onsubmit = event => { event.preventDefault(); if (typing()) record("line"); };
    draw();
  }
})();
