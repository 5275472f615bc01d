// Buttons that share a public page: with the device's share menu, or by copying its address. Without
// scripts, or if neither is possible, the link opens the image. The document handles the clicks,
// because live updates may replace the button.
async function copy(link, address) {
  const status = link.nextElementSibling;
  try {
    await navigator.clipboard.writeText(address);
    status.textContent = status.dataset.copied;
  } catch {
    location.assign(link.href);
  }
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-share]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const url = new URL(link.dataset.share, location.href).href;
  const page = { title: link.dataset.title, url };
  const shares = navigator.share && (!navigator.canShare || navigator.canShare(page));
  if (!shares && !navigator.clipboard) return;
  event.preventDefault();
  if (!shares) return copy(link, url);
  try {
    await navigator.share(page);
  } catch (fault) {
    if (fault.name !== "AbortError") await copy(link, url);
  }
});
