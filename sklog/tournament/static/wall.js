/* The wall turns its pages; a board that comes in goes on where it was. */
const board = document.getElementById("board"), SECONDS = 9;
let turn = 0;
function turned() {
  const pages = [...board.querySelectorAll(".turns > ol")];
  pages.forEach((page, at) => { page.hidden = at !== turn % pages.length; });
}
new MutationObserver(turned).observe(board, { childList: true });
setInterval(() => { turn++; turned(); }, SECONDS * 1000);
