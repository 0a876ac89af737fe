"""The table without a laptop: a folder of files that any host can give out, and that a phone keeps.

    sklog web -o FOLDER ──folder──▶ index.html, shell.js, worker.js, sw.js, app.bin, pyodide/: nothing from elsewhere

    page of the table ──fetch──▶ sw.js ──▶ shell.js ──▶ worker.js ──▶ inside ──▶ the program of the phones
     (an inner frame)                                       │           └─▶ Ledger in memory ──▶ two slots on the phone
                                                            └─ Python, from a picture of its memory: it imports nothing

    folder    which files, from which distributions; Pyodide, each file known by its sum
    inside    what runs in the browser: requests answered as by a server, and the ledger kept before the answer is given
    static    the page around the table (`shell.js`), the worker in which Python runs, the service worker

The program is that of `sklog serve`, with one device, the keeper's. No write is answered before it lies in a slot that
was flushed, and the older slot stays until then: a phone that dies at any moment has every hand that it was told of.
"""
