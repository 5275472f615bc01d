/* Seats and dead hands: diagram-turn-and-dead-hands.js. */
() => {
    const { takeSeats } = part.chairs;
    const { form } = part.form;
    const sides = () => seats((seat) => document.querySelector(`.r-who [data-at="${seat}"]`).dataset.side);
    const turn = () => form().querySelector("[data-do=turn]").click();
    begin();
    takeSeats();
    check("East is near", sides(), ["bottom", "right", "top", "left"]);
    turn();
    check("turned", sides(), ["right", "top", "left", "bottom"]);
    takeSeats();
    check("this device remembers it", sides()[0], "right");
    for (let times = 0; times < 3; times += 1) turn();
    check("once around", sides()[0], "bottom");
    const sits = document.getElementById("sits-winner-E");
    const own = sits.dataset.place;
    sits.dataset.place = "W";
    takeSeats();
    const places = [...document.querySelectorAll('.felt .place[data-at="E"]')];
    check("changed places", [...new Set(places.map(({ dataset }) => dataset.side))], ["top"]);
    sits.dataset.place = own;
    const dead = document.createElement("i");
    dead.dataset.dead = "";
    document.querySelector('.r-who [data-at="N"]').append(dead);
    takeSeats();
    const winner = form().querySelector('[name="winner"][value="N"]');
    check("a dead hand", winner.disabled, true);
    dead.remove();
    takeSeats();
    check("that plays again", [winner.disabled, sides()[0]], [false, "bottom"]);
}
