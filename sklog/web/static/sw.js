/* The service worker: files are those that came with it, whether there is a network or not; what is asked below at/ is
   answered by Python, in the worker of the page that is open. */
const kept = "sklog-{version}", files = ["{files}"];
const scope = new URL("./", location.href).pathname;
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
  + "connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

/* a newer one waits until nobody has the page open: a table is never of two versions */
oninstall = event => event.waitUntil(caches.open(kept).then(one => one.addAll(files)));
onactivate = event => event.waitUntil(caches.keys()
  .then(all => Promise.all(all.filter(one => one.startsWith("sklog-") && one !== kept).map(one => caches.delete(one))))
  .then(() => clients.claim()));
onfetch = event => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== location.origin || !pathname.startsWith(scope)) return;
  event.respondWith(pathname.startsWith(`${scope}at/`) ? asked(event.request) : file(event.request));
};

async function file(request) {
  const found = await (await caches.open(kept)).match(request, { ignoreSearch: true }) || await fetch(request);
  const headers = new Headers(found.headers);
  headers.set("content-security-policy", policy);
  return new Response(found.body, { status: found.status, headers });
}

async function asked(request) {
  const windows = await clients.matchAll({ type: "window" });
  const shell = windows.find(one => one.frameType === "top-level" && !new URL(one.url).pathname.startsWith(`${scope}at/`));
  if (!shell) return Response.redirect(scope);
  const { method, url } = request, { port1, port2 } = new MessageChannel(), body = await request.arrayBuffer();
  const headers = Object.fromEntries(["accept", "content-type", "if-none-match"].map(name => [name, request.headers.get(name)]).filter(([, value]) => value));
  if (body.byteLength) headers["content-length"] = `${body.byteLength}`;
  const answer = new Promise(done => {
    let parts;
    const stream = new ReadableStream({ start(control) { parts = control; } });
    port1.onmessage = ({ data: { status, headers, content, more } }) => {
      if (status) done(new Response([204, 303, 304].includes(status) ? null : stream, { status, headers }));
      try {
        if (content.byteLength) parts.enqueue(content);
        if (!more) parts.close();
      } catch (_gone) { /* nobody reads it any more */ }
    };
  });
  shell.postMessage({ method, address: url.slice(location.origin.length), headers, body }, [port2]);
  return answer;
}
