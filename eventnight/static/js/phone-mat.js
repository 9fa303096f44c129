// Roulette on a guest's phone: the mat rests while no bets are taken, and is fresh for each spin.

const form = document.querySelector("form[data-mat-form]");

function follow() {
  const now = document.querySelector("#mat-now");
  if (!form || !now) return;
  form.inert = now.dataset.takes === undefined;
  form.classList.toggle("is-closed", form.inert);
  const isTapped = JSON.parse(form.elements.bets.value || "[]").length > 0;
  // Chips that were tapped and not placed stay for the next spin.
  if (now.dataset.spin !== form.dataset.spin && !isTapped) location.reload();
}

document.addEventListener("eventnight:replaced", follow);
follow();
