// Scans codes of player links with the camera. Browsers that cannot read codes load a reader.
const EVERY = 250; // milliseconds between two scans
const AGAIN = 4000; // milliseconds in which a code is not sent again

const form = document.getElementById("scan");
const start = document.getElementById("scan-start");
const picture = document.getElementById("scan-picture");
const says = document.getElementById("scan-says");

let stream = null;
let last = { code: "", at: 0 };

function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  picture.srcObject = null;
  form.hidden = true;
  start.hidden = false;
}

function send(code) {
  const now = performance.now();
  if (code === last.code && now - last.at < AGAIN) return;
  last = { code, at: now };
  form.elements.code.value = code;
  form.requestSubmit();
}

async function look(detector) {
  while (stream) {
    const found = picture.readyState >= 2 ? await detector.detect(picture).catch(() => []) : [];
    const code = found.map(({ rawValue }) => rawValue).find((text) => text.includes("/me/"));
    if (code) send(code);
    await new Promise((done) => setTimeout(done, EVERY));
  }
}

async function codeReader() {
  const formats = (await window.BarcodeDetector?.getSupportedFormats()) ?? [];
  const { BarcodeDetector } = formats.includes("qr_code")
    ? window
    : await import(form.dataset.reader);
  return new BarcodeDetector({ formats: ["qr_code"] });
}

async function begin() {
  form.hidden = false;
  start.hidden = true;
  says.textContent = says.dataset.waits;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    says.textContent = says.dataset.refused;
    return;
  }
  const reader = await codeReader().catch(() => null);
  if (form.hidden) return stop();
  if (!reader) {
    stop();
    form.hidden = false;
    says.textContent = says.dataset.refused;
    return;
  }
  picture.srcObject = stream;
  picture.play().catch(() => {});
  look(reader);
}

if (navigator.mediaDevices) {
  start.hidden = false;
  start.addEventListener("click", begin);
  document.getElementById("scan-stop").addEventListener("click", stop);
  addEventListener("pagehide", stop);
}
