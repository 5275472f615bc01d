/* Focus after an answer: diagram-focus-on-fault.js. */
() => {
    const { showFirst } = part.faults;
    const { form } = part.form;
    begin();
    document.activeElement.blur();
    showFirst();
    check("nothing is marked", document.activeElement, document.body);
    const winner = form().querySelector('[name="winner"][value="S"]');
    winner.setAttribute("data-first-fault", "");
    showFirst();
    check("the first fault", document.activeElement === winner, true);
    check("is shown once", winner.hasAttribute("data-first-fault"), false);
    const folded = document.querySelector("#other input");
    folded.setAttribute("autofocus", "");
    showFirst();
    check("what lies over the table opens", folded.closest("[popover]").matches(":popover-open"), true);
    check("and has the focus", document.activeElement === folded, true);
    folded.closest("[popover]").hidePopover();
    const off = form().elements.points;
    [winner, off].forEach((field) => field.setAttribute("data-first-fault", ""));
    winner.disabled = true;
    showFirst();
    check("not what is shut", document.activeElement === winner, false);
    winner.disabled = false;
}
