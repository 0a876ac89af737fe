/* Python, and what it keeps on this phone. The first time it is started, loaded with the program, and a picture of its
   memory is kept; from then on it begins as that picture. */
import { loadPyodide } from "./pyodide/pyodide.mjs";
const site = "/lib/python3.14/site-packages", folder = navigator.storage.getDirectory();

async function opened(name) {
  const handle = await (await folder).getFileHandle(name, { create: true });
  return handle.createSyncAccessHandle();
}
const read = (file, from = 0) => {
  const content = new Uint8Array(Math.max(0, file.getSize() - from));
  file.read(content, { at: from });
  return content;
};
/* a picture counts once its length stands before it, which is written last */
const HEAD = 8;
function picture(file) {
  if (file.getSize() <= HEAD) return null;
  const length = new BigUint64Array(1);
  file.read(length, { at: 0 });
  return Number(length[0]) === file.getSize() - HEAD ? read(file, HEAD) : null;
}
function paint(file, content) {
  file.truncate(0);
  file.write(content, { at: HEAD });
  file.flush();
  file.write(new BigUint64Array([BigInt(content.length)]), { at: 0 });
  file.flush();
}

/* Pyodide begins with less memory than a picture has: it is made larger before anything looks at it */
function growing(bytes) {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const real = WebAssembly[name];
    WebAssembly[name] = async (...said) => {
      const made = await real.apply(WebAssembly, said), { memory } = (made.instance || made).exports;
      if (memory && memory.buffer.byteLength > 1e7 && memory.buffer.byteLength < bytes) memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / 65536));
      return made;
    };
  }
}

async function files() {
  const packed = await fetch("app.bin");
  const whole = new Uint8Array(await new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const [length] = new Uint32Array(whole.buffer, 0, 1);
  let at = 4 + length;
  return JSON.parse(new TextDecoder().decode(whole.subarray(4, at))).map(([name, size]) => [name, whole.subarray(at, at += size)]);
}
const isData = ([name]) => !name.endsWith(".py");
function put(FS, all) {
  for (const [name, content] of all) {
    FS.mkdirTree(`${site}/${name.slice(0, name.lastIndexOf("/"))}`);
    FS.writeFile(`${site}/${name}`, content);
  }
}

async function python() {
  const file = await opened("picture-{version}"), all = files();
  const kept = picture(file);
  if (kept) {
    growing(kept.length);
    const py = await loadPyodide({ _loadSnapshot: kept });
    file.close();
    put(py.FS, (await all).filter(isData));
    return [py, (await all).filter(one => !isData(one))];  // what the picture has seen it does not read again
  }
  postMessage({ first: true });
  const py = await loadPyodide({ _makeSnapshot: true });
  put(py.FS, await all);
  await py.runPythonAsync("from sklog.web.warm import warm; await warm()");
  paint(file, py.makeMemorySnapshot());
  file.close();
  for await (const name of (await folder).keys()) if (name.startsWith("picture-") && name !== "picture-{version}") (await folder).removeEntry(name);
  return [py, []];
}

async function begin({ root, language }) {
  const slots = await Promise.all(["ledger-0", "ledger-1"].map(opened)), [py, rest] = await python();
  const store = {
    read: slot => py.toPy(read(slots[slot])),
    write(slot, content) {
      const bytes = content.toJs();
      slots[slot].truncate(bytes.length);
      slots[slot].write(bytes, { at: 0 });
      slots[slot].flush();
    },
  };
  const inside = py.pyimport("sklog.web.inside").Inside("/sklog.db", store, root, language);
  postMessage({ ready: true });
  put(py.FS, rest);
  return async ({ method, address, headers, body }, port) => {
    const say = (status, headers, content, more) => port.postMessage({ status, headers: status ? JSON.parse(headers) : 0, content: content.toJs(), more });
    const given = [headers, new Uint8Array(body)].map(one => py.toPy(one));
    try {
      await inside.answer(method, address, ...given, say);
    } finally {
      given.forEach(one => one.destroy());
    }
  };
}
let answer;
onunhandledrejection = ({ reason }) => postMessage({ failed: `${reason}`.trim().split("\n").pop() });
onmessage = ({ data, ports }) => {
  if (data.root) answer = begin(data);
  else answer.then(one => one(data, ports[0]));
};
