// A browser starts no worker for a page that is opened as a file. There the site's search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.frame = document.body.appendChild(document.createElement("iframe"));
      this.frame.hidden = true;
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.onmessage?.({ data: structuredClone(data) });
      const script = inside.document.createElement("script");
      this.ready = new Promise((done) => (script.onload = done));
      script.src = url;
      inside.document.body.append(script);
    }
    postMessage(data) {
      const copy = structuredClone(data);
      this.ready.then(() => this.frame.contentWindow.onmessage({ data: copy }));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
