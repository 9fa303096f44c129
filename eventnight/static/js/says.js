// A button that says what it will do, once all of it is chosen: data-says="Save {points}, {winner}". Until then, and without
// scripts, it says what the page gave it.

const plain = new WeakMap();

function chosen(form, name) {
  const field = form?.elements[name];
  if (!field) return "";
  if (!(field instanceof RadioNodeList)) return field.value.trim();
  const option = [...field].find((each) => each.checked);
  return option?.labels[0]?.querySelector("[data-name]")?.textContent.trim() ?? "";
}

function sayAll() {
  for (const button of document.querySelectorAll("button[data-says]")) {
    const said = button.querySelector("span");
    if (!plain.has(said)) plain.set(said, said.textContent.trim());
    const names = button.dataset.says.match(/\{\w+\}/g).map((name) => name.slice(1, -1));
    const isWhole = names.every((name) => chosen(button.form, name));
    said.textContent = isWhole ? button.dataset.says.replace(/\{(\w+)\}/g, (_, name) => chosen(button.form, name)) : plain.get(said);
  }
}

for (const kind of ["input", "change", "htmx:afterSettle"]) document.addEventListener(kind, sayAll);
sayAll();
