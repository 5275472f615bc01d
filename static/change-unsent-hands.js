/* Actions on hands waiting on this device: send them, edit or discard one that was not accepted,
   or read a referee's decision on it. */

export const CHANGE = "#change"; // in the address: put the rejected entry into the form

/** Actions by the names of their buttons. `fill` puts an entry into the form. */
export const actions = ({ view, queue, sender, page, fill, changed }) => {
  const { part, say } = view;
  const change = async (entry, values) => {
    await queue.store.change(entry, values);
    await changed();
    await sender.run();
  };
  const sendAgain = async (...more) => {
    const [entry] = queue.here();
    const fields = entry.fields.filter(([name]) => !["before_gong", "seen"].includes(name));
    if (entry.halt?.seen) fields.push(["seen", entry.halt.seen]);
    await change(entry, { fields: [...fields, ...more], halt: null });
  };
  return {
    send: () => sender.run(),
    again: () => sendAgain(),
    counts: () => sendAgain(["before_gong", "on"]),
    leave: () => change(queue.here()[0], { discarded: say("LeftOut") }),
    edit: () => {
      const [entry] = queue.here();
      if (entry.page !== page) return location.assign(`${entry.page}${CHANGE}`);
      queue.editing = entry;
      fill(entry);
    },
    discard: async () => {
      const reason = part("reason").value.trim();
      if (!part("agreed").checked) return part("agreed").focus();
      if (!reason) return part("reason").focus();
      const [entry] = queue.here();
      part("agreed").checked = false;
      await change(entry, { discarded: reason });
    },
    hide: async ({ dataset }) => {
      await queue.store.remove(Number(dataset.id));
      await changed();
    },
  };
};
