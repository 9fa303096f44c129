// What was promised to this phone before each hand, kept by the phone itself, so that nobody can change it afterwards.

const KEY = "eventnight promises";
const MOST = 60;

const all = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
};

export const promiseKept = (hand) => all().find(([name]) => name === hand)?.[1] ?? "";

export function keepPromise(hand, root) {
  if (promiseKept(hand)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...all(), [hand, root]].slice(-MOST)));
  } catch {
    // A private window keeps nothing; the page of the packs still has what was promised.
  }
}
