/* The page around the table. It holds the worker in which Python runs, and hands it what the service worker was asked:
   the pages of the table stand in a frame, and may come and go. */
const $ = id => document.getElementById(id), language = navigator.language.startsWith("de") ? "de" : "en";
const words = JSON.parse($("words").textContent)[language], root = new URL("at", location.href.replace(/[^/]*$/, "")).pathname;
document.documentElement.lang = language;
for (const id of ["about", "data", "copy", "download", "free", "close"]) $(id).textContent = words[id];
$("about").onclick = () => $("told").showModal();
$("download").href = `${root}/ledger`;
const say = text => { $("state").textContent = text; $("start").hidden = !text; };

/* whoever asks while Python starts waits in the worker's own queue */
async function run() {
  say(words.starting);
  const worker = new Worker("worker.js", { type: "module" });
  const ready = new Promise((done, broken) => {
    worker.onerror = broken;
    worker.onmessage = ({ data }) => data.first ? say(words.first) : data.failed ? (stop(data.failed), broken(data.failed)) : done();
  });
  const stop = why => { worker.terminate(); $("table").hidden = true; say(`${words.failed} (${why})`); };
  worker.postMessage({ root, language });
  navigator.serviceWorker.onmessage = ({ data, ports }) => worker.postMessage(data, ports);
  await navigator.serviceWorker.register("sw.js");
  if (!navigator.serviceWorker.controller) await new Promise(done => { navigator.serviceWorker.oncontrollerchange = done; });
  await ready;
  navigator.storage.persist();
  $("table").onload = () => { $("table").hidden = $("about").hidden = false; say(""); };
  $("table").src = `${root}/`;
  return new Promise(() => 0);  // the lock is held as long as this page is there
}
if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory) say(words.unable);
else navigator.locks.request("sklog", { ifAvailable: true }, lock => lock ? run() : say(words.elsewhere))
  .catch(why => say(`${words.unable} (${why.message || why})`));
