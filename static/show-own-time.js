/* Adds the reader's own time to times of a tournament in another time zone:
   <time datetime="2026-05-01T14:00:00+02:00" data-own-time>14:00</time>. The words are in
   data-own of this script: "{time} your time". */
"use strict";

(() => {
  const { own } = document.currentScript.dataset;
  const language = document.documentElement.lang || undefined;
  const minutesOf = (zone) => {
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
    return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
  };

  const add = (time) => {
    const moment = new Date(time.dateTime);
    const isSame = -moment.getTimezoneOffset() === minutesOf(time.dateTime);
    const shown = time.querySelector("[data-added]");
    if (Number.isNaN(moment.getTime()) || isSame) {
      shown?.remove();
      return;
    }
    const here = `${time.dateTime.slice(0, 10)}`;
    const there = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
      .map((part) => String(part).padStart(2, "0"))
      .join("-");
    const clock = moment.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const day = moment.toLocaleDateString(language, { weekday: "short" });
    const text = ` (${own.replace("{time}", here === there ? clock : `${day} ${clock}`)})`;
    if (shown?.textContent === text) return;
    shown?.remove();
    const added = document.createElement("small");
    added.dataset.added = "";
    added.textContent = text;
    time.append(added);
  };

  const addAll = () => document.querySelectorAll("time[data-own-time]").forEach(add);
  addAll();
  for (const event of ["htmx:afterSettle", "htmx:oobAfterSwap", "htmx:sseMessage"]) {
    document.addEventListener(event, () => setTimeout(addAll));
  }
})();
