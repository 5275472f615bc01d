/* Long lists on public pages: loads further rows while scrolling, from the pages linked for
   readers without scripts. Links with `data-at` lead to any row. */
const { Rows } = await import(document.querySelector("script[data-list-rows]").dataset.listRows);

const read = async (page) => {
  const address = new URL(location.href);
  address.searchParams.set("page", page + 1);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  const there = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...there.getElementById("rows").children];
};

const body = document.getElementById("rows");
if (body) {
  const rows = new Rows(body, read);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-at]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    rows.show(decodeURIComponent(link.hash.slice(1)), Number(link.dataset.at));
  });
}
