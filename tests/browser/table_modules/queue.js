/* The queue on disk: unsent-hands-storage.js and unsent-hands-queue.js. */
async () => {
    const store = await part.store.Store.open();
    const queue = new part.queue.TableQueue("/t/", store);
    const entry = (hand, table = "/t/") => ({ table, hand, key: `${table}${hand}` });
    await queue.learn(5, 4);
    await queue.add(entry(5));
    await queue.add(entry(6));
    await queue.add(entry(1, "/other/"));
    await queue.renew();
    check("order", queue.own().map(({ hand }) => hand), [5, 6]);
    check("next", [queue.next(), queue.other()], [7, "/other/"]);
    queue.editing = queue.own()[0];
    await queue.add({ ...entry(5), key: "changed" });
    await queue.renew();
    check("in its place", queue.own().map(({ key }) => key), ["changed", "/t/6"]);
    await store.change(queue.own()[0], { held: true });
    await store.change({ ...queue.own()[1], key: "an older one" }, { hand: 99 });
    await queue.renew();
    check("held", [queue.here().length, queue.own()[1].hand], [1, 6]);
    await queue.learnFrom({ hand: 3, lines: 2 }, true);
    check("the device knows more than a kept page", queue.known, { table: "/t/", hand: 5, lines: 4 });
    await queue.sent(entry(6), { saved: 8, next: 7, lines: 6 });
    check("told", [queue.saved, queue.known.hand, queue.left.length], [8, 7, 1]);
    await store.change(queue.own()[0], { refused: ["no"] });
    check("refused waits for nobody", [(await queue.refused()).length, (await store.entries()).length], [1, 2]);
    for (const each of await store.all()) await store.remove(each.id);
    store.database.close();
    const full = new part.queue.TableQueue("/t/", { add: () => Promise.reject(Error()), entries: async () => [] });
    const failed = await full.add(entry(1)).catch(() => "failed");
    check("full", [failed, full.own().length], ["failed", 0]);
}
