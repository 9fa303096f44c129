// Bets by tapping the mat. Each button of the mat names its bet; this adds the chosen chip of the chosen person to a list
// kept in one hidden input as JSON, so that a spin is sent in one piece. Without this file each button sends one bet.
//
// <form data-mat-form> holds radios "who" and "chip", the mat, <input type="hidden" name="bets"> and <ol data-mat-bets>.

const form = document.querySelector("form[data-mat-form]");

if (form) {
  const kept = form.elements.bets;
  const list = form.querySelector("[data-mat-bets]");
  const bets = JSON.parse(kept.value || "null") ?? [];

  const chosen = (name) => form.querySelector(`[name="${name}"]:checked`);
  const nameOf = (who) => form.querySelector(`[name="who"][value="${CSS.escape(who)}"]`)?.dataset.name ?? who;

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-bet]");
    const remove = event.target.closest("button[data-bet-remove]");
    if (button) {
      event.preventDefault();
      place(button.dataset.bet);
    } else if (remove) {
      bets.splice(Number(remove.dataset.betRemove), 1);
      show();
    } else if (event.target.closest("[data-mat-undo]")) {
      bets.pop();
      show();
    }
  });

  function place(bet) {
    const who = chosen("who");
    const chip = chosen("chip");
    if (!who || !chip) {
      say("Choose whose bet it is and the chip first.");
      return;
    }
    const same = bets.find((one) => one.who === who.value && one.bet === bet);
    if (same) same.chips += Number(chip.value);
    else bets.push({ who: who.value, bet, chips: Number(chip.value) });
    show();
  }

  function say(text) {
    document.dispatchEvent(new CustomEvent("eventnight:toast", { detail: text }));
  }

  function show() {
    kept.value = JSON.stringify(bets);
    list?.replaceChildren(...bets.map(line));
    showStakes();
    showPress();
    kept.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // The one button of the dock: bets that were tapped go first, then the number that came.
  function showPress() {
    const press = form.querySelector("[data-mat-place]");
    if (!press) return;
    press.hidden = !bets.length;
    form.querySelector("[data-mat-idle]").hidden = Boolean(bets.length);
    form.querySelector("[data-mat-tapped]").hidden = !bets.length;
    const chips = bets.reduce((sum, one) => sum + one.chips, 0);
    press.textContent = `Place ${bets.length} ${bets.length === 1 ? "bet" : "bets"}, ${chips.toLocaleString("en-US")}`;
  }

  function line(one, position) {
    const item = document.createElement("li");
    const words = Object.assign(document.createElement("span"), { className: "grow" });
    words.append(Object.assign(document.createElement("b"), { textContent: nameOf(one.who) }), ` ${one.bet.replace("_", " ")}`);
    const figure = Object.assign(document.createElement("span"), { className: "figure", textContent: one.chips.toLocaleString("en-US") });
    const remove = Object.assign(document.createElement("button"), { type: "button", className: "button button-quiet", textContent: "Remove" });
    remove.dataset.betRemove = position;
    remove.setAttribute("aria-label", `Remove ${one.bet} of ${nameOf(one.who)}`);
    item.append(words, figure, remove);
    return item;
  }

  // The chip on the mat is a copy of the chosen radio's own drawing, with the sum written on it.
  function showStakes() {
    form.querySelectorAll(".stake[data-tapped]").forEach((stake) => stake.remove());
    const sums = new Map();
    for (const one of bets) sums.set(one.bet, (sums.get(one.bet) ?? 0) + one.chips);
    const drawing = form.querySelector("[name='chip']:checked")?.closest("label")?.querySelector("svg.chip");
    for (const [bet, chips] of sums) {
      const button = form.querySelector(`button[data-bet="${CSS.escape(bet)}"]`);
      if (!button || !drawing) continue;
      const stake = Object.assign(document.createElement("span"), { className: `stake stake-${edgeOf(button)}` });
      stake.dataset.tapped = "";
      stake.setAttribute("aria-hidden", "true");
      const chip = drawing.cloneNode(true);
      chip.querySelector("text").textContent = chips;
      stake.append(chip);
      button.after(stake);
    }
  }

  function edgeOf(button) {
    const edge = [...button.classList].find((name) => name.startsWith("stake-"));
    if (edge) return edge.slice("stake-".length);
    return button.closest(".mat-numbers, .mat-zeros") ? "on" : "side";
  }

  form.addEventListener("change", (event) => event.target.name === "chip" && showStakes());
  show();
}
