// Which keys of a desk's keyboard are for the page itself: none that are typed into a field, or while a sheet lies over it.

const FIELDS = "input:not([type=radio]), select, textarea, [contenteditable]";

export function isForPage(event) {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !event.target.closest?.(FIELDS) && document.querySelector("[popover]:popover-open, dialog[open]") === null;
}
