/* A line in the heading: unsent-count-and-devices-line.js. */
async () => {
    const devices = document.createElement("div");
    const strip = new part.strip.Strip(devices);
    const line = () => document.querySelector("#strip [data-strip]").textContent;
    const state = () => document.getElementById("strip").dataset.state;
    strip.show(0, false);
    check("nobody has counted", line(), "Synced · 0 hands");
    devices.textContent = "2";
    await new Promise((resolve) => setTimeout(resolve));
    check("two", line(), "Synced · 0 hands · on 2 devices");
    devices.textContent = "1";
    await new Promise((resolve) => setTimeout(resolve));
    check("one", [line(), state()], ["Synced · 0 hands · on 1 device", "synced"]);
    strip.show(1, false);
    check("one waits", [line(), state()], ["1 hand not sent yet", "waits"]);
    check("its list opens", document.querySelector(".strip-opens").hidden, false);
    strip.show(3, true);
    check("three wait", line(), "3 hands not sent yet");
    strip.show(0, true);
    check("an old page", [line(), state()], ["No connection", "away"]);
    strip.show(0, false);
    document.dispatchEvent(new Event("htmx:sseError"));
    check("the stream is cut", line(), "No connection");
    document.dispatchEvent(new Event("htmx:sseOpen"));
    check("and back", line(), "Synced · 0 hands · on 1 device");
    window.dispatchEvent(new Event("offline"));
    check("no network", line(), "No connection");
    window.dispatchEvent(new Event("online"));
    check("a stream that outlived it", line(), "Synced · 0 hands · on 1 device");
    document.getElementById("strip").replaceWith(document.getElementById("strip").cloneNode(true));
    strip.show(3, false);
    check("in a new head", line(), "3 hands not sent yet");
    strip.show(0, false);
}
