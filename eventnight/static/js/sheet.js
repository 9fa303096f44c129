// The sheet of levels: Tab and Enter walk its cells, a paste from a spreadsheet fills down, rows come and go without the
// server, and a change is reckoned through at once: numbers, starts, stacks in big blinds, the end.

const CELLS = ["small_blind", "big_blind", "ante", "minutes"];
const USUAL_BREAK = "10";
const form = document.querySelector("[data-sheet]");
const table = form.querySelector(".sheet-grid");
const body = table.tBodies[0];
const total = form.querySelector("[name$=TOTAL_FORMS]");
const begins = table.dataset.begins === "" ? null : Number(table.dataset.begins);
const levelsBefore = Number(table.dataset.after);
// Minutes of the level under way: what follows begins later, or sooner, by what is changed of them.
const underWay = form.querySelector("[data-sheet-under-way]");
let last = null;

const rows = () => [...body.rows].filter((row) => row.querySelector("[data-cell]"));
const isBreak = (row) => row.classList.contains("is-break");
const cell = (row, name) => row.querySelector(`[data-cell=${name}]`);
const whole = (input) => (/^\d+$/.test(input?.value.trim() ?? "") ? Number(input.value) : 0);
const grouped = (number) => number.toLocaleString("en-US");

function clock(after) {
  if (begins === null) return `+${after} min`;
  const longer = underWay ? whole(underWay) - Number(underWay.defaultValue) : 0;
  const minutes = (begins + longer + after + 24 * 60) % (24 * 60);
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

function tell(name, text) {
  for (const place of form.querySelectorAll(`[data-sheet-${name}]`)) {
    if (place.textContent !== text) place.textContent = text;
  }
}

function reckon() {
  const stack = form.elements.starting_chips ? whole(form.elements.starting_chips) : Number(table.dataset.stack);
  let [number, minutes, played, breaks] = [levelsBefore, 0, 0, 0];
  const bars = [];
  for (const row of rows()) {
    const length = whole(cell(row, "minutes"));
    for (const place of row.querySelectorAll("[data-starts]")) place.textContent = clock(minutes);
    bars.push([isBreak(row), minutes, length]);
    minutes += length;
    if (isBreak(row)) {
      breaks += 1;
      continue;
    }
    number += 1;
    played += length;
    row.querySelector("[data-number]").textContent = String(number);
    const bigBlind = whole(cell(row, "big_blind"));
    const depth = document.createElement("span");
    depth.className = "bb";
    depth.textContent = grouped(Math.floor(stack / bigBlind));
    row.querySelector("[data-stack]").replaceChildren(...(stack && bigBlind ? [depth] : []));
  }
  tell("ends", clock(minutes));
  tell("minutes", String(minutes));
  tell("levels", String(number - levelsBefore));
  tell("played", String(played));
  tell("breaks", String(breaks));
  tell("rested", String(minutes - played));
  const end = begins === null ? `${minutes} min` : `end ${clock(minutes)}`;
  tell("save", `Save ${number} level${number === 1 ? "" : "s"}, ${end}`);
  draw(bars, minutes || 1);
}

function draw(bars, minutes) {
  const drawn = bars.map(([rests, from, length]) => {
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    bar.setAttribute("class", rests ? "break" : "played");
    bar.setAttribute("x", `${(100 * from) / minutes}%`);
    bar.setAttribute("width", `${Math.max((100 * length) / minutes - 0.5, 0.2)}%`);
    bar.setAttribute("height", "100%");
    bar.setAttribute("rx", "2");
    return bar;
  });
  form.querySelector("[data-sheet-bars]")?.replaceChildren(...drawn);
}

function renumber() {
  let number = levelsBefore;
  for (const [index, row] of rows().entries()) {
    if (!isBreak(row)) number += 1;
    const name = isBreak(row) ? "Break" : `Level ${number}`;
    for (const input of row.querySelectorAll("input")) {
      input.name = input.name.replace(/-\d+-/, `-${index}-`);
      if (input.id) input.id = input.id.replace(/-\d+-/, `-${index}-`);
      const label = input.getAttribute("aria-label");
      if (label) input.setAttribute("aria-label", label.replace(/^(Level \d+|Break)/, name));
    }
    const said = `${name.toLowerCase()}, row ${index + 1}`;
    for (const [key, words] of [["copy", "Add a row below"], ["remove", "Remove"]]) {
      const button = row.querySelector(`[data-sheet-${key}]`);
      button.value = String(index + 1);
      button.setAttribute("aria-label", `${words} ${said}`);
    }
  }
  const count = String(rows().length);
  total.value = count;
  for (const button of form.querySelectorAll("[data-sheet-add]")) button.value = count;
}

// A row like another one, below it.
function copyBelow(row) {
  const copied = row.cloneNode(true);
  for (const input of copied.querySelectorAll("input")) input.removeAttribute("aria-invalid");
  for (const input of row.querySelectorAll("input")) copied.querySelector(`[name="${input.name}"]`).value = input.value;
  row.after(copied);
  return copied;
}

// A row of the kind, below the one that was last worked in. False where the sheet has none to copy: the server adds it.
function add(kind) {
  const model = rows().findLast((row) => isBreak(row) === (kind === "break"));
  if (!model) return false;
  const place = last?.isConnected ? last : rows().at(-1);
  const above = rows().slice(0, rows().indexOf(place) + 1);
  const copied = copyBelow(kind === "level" ? (above.findLast((row) => !isBreak(row)) ?? model) : model);
  place.after(copied);
  if (kind === "break") cell(copied, "minutes").value = USUAL_BREAK;
  changed();
  copied.querySelector("input[data-cell]").focus();
  return true;
}

function changed() {
  renumber();
  reckon();
}

// The cell of the column in the next row that has it, up or down.
function beside(input, step) {
  const all = rows();
  for (let at = all.indexOf(input.closest("tr")) + step; at >= 0 && at < all.length; at += step) {
    const found = cell(all[at], input.dataset.cell);
    if (found && found.type !== "hidden") return found;
  }
  return null;
}

function fill(input, text) {
  const lines = text.replace(/\r/g, "").replace(/\n+$/, "").split("\n").map((line) => line.split("\t"));
  const first = CELLS.indexOf(input.dataset.cell);
  let row = input.closest("tr");
  for (const [index, values] of lines.entries()) {
    if (index) {
      const later = rows().slice(rows().indexOf(row) + 1).find((each) => !isBreak(each));
      row = later ?? copyBelow(row);
    }
    for (const [offset, value] of values.entries()) {
      const target = CELLS[first + offset] && cell(row, CELLS[first + offset]);
      if (target) target.value = value.trim().replace(/[,\s]/g, "");
    }
  }
  changed();
}

form.addEventListener("input", reckon);
body.addEventListener("focusin", (event) => {
  last = event.target.closest("tr");
  if (event.target.matches("input[data-cell]")) event.target.select();
});
body.addEventListener("keydown", (event) => {
  if (!event.target.matches("input[data-cell]")) return;
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  beside(event.target, step)?.focus();
});
body.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (!event.target.matches("input[data-cell]") || !/[\t\n]/.test(text.trim())) return;
  event.preventDefault();
  fill(event.target, text);
});
form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sheet-add], [data-sheet-copy], [data-sheet-remove]");
  if (!button) return;
  const row = button.closest("tr");
  if (button.dataset.sheetAdd) {
    if (add(button.dataset.sheetAdd)) event.preventDefault();
    return;
  }
  event.preventDefault();
  if ("sheetCopy" in button.dataset) {
    copyBelow(row).querySelector("input[data-cell]").focus();
  } else {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    next?.querySelector("[data-sheet-remove]")?.focus();
  }
  changed();
});
