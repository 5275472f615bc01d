/* A line in the heading: unsent-count-and-devices-line.js. */
async () => {
    const devices = document.createElement("div");
    const strip = new part.strip.Strip(devices);
    const line = () => document.querySelector("#strip [data-strip]").textContent.replaceAll("\u00a0", " ");
    const state = () => document.getElementById("strip").dataset.state;
    strip.show(0, false);
    check("nobody has counted", line(), "Synced · 0 hands");
    devices.textContent = "2";
    await new Promise((resolve) => setTimeout(resolve));
    check("two", line(), "Synced · 0 hands · Devices: 2");
    devices.textContent = "1";
    await new Promise((resolve) => setTimeout(resolve));
    check("one", [line(), state()], ["Synced · 0 hands · Devices: 1", "synced"]);
    strip.show(1, false);
    check("one waits", [line(), state()], ["Hands not sent yet: 1", "waits"]);
    check("its list opens", document.querySelector(".strip-opens").hidden, false);
    strip.show(3, true);
    check("three wait", line(), "Hands not sent yet: 3");
    strip.show(0, true);
    check("an old page", [line(), state()], ["No connection", "away"]);
    strip.show(0, false);
    document.dispatchEvent(new Event("htmx:sseError"));
    check("the stream is cut", line(), "No connection");
    document.dispatchEvent(new Event("htmx:sseOpen"));
    check("and back", line(), "Synced · 0 hands · Devices: 1");
    window.dispatchEvent(new Event("offline"));
    check("no network", line(), "No connection");
    window.dispatchEvent(new Event("online"));
    check("a stream that outlived it", line(), "Synced · 0 hands · Devices: 1");
    document.getElementById("strip").replaceWith(document.getElementById("strip").cloneNode(true));
    strip.show(3, false);
    check("in a new head", line(), "Hands not sent yet: 3");
    strip.show(0, false);
}
