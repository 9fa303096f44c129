// Counts what the server says, by the server's time. The offset comes from the sample with the shortest round trip;
// counting uses the monotonic clock, so a device whose own clock is wrong, or is corrected, shows the same second.

const SAMPLES = 4;
const RESYNC_MS = 30000;
const CUES = [60, 10, 0];
const TONES = { 60: [660, 0.35], 10: [880, 0.2], 0: [520, 1.1] };

let offset = Date.now() - performance.now(); // server milliseconds = performance.now() + offset
let best = Infinity;
let sound = null;
const cued = new Map();

const serverNow = () => performance.now() + offset;

// A sample is (sent, server, received). The server's stamp belongs to the middle of the trip.
export function offsetOf(samples) {
  const [sent, server, received] = samples.reduce((a, b) => (b[2] - b[0] < a[2] - a[0] ? b : a));
  return server - (sent + received) / 2;
}

async function sample() {
  const sent = performance.now();
  const answer = await fetch("/live/time", { cache: "no-store" });
  const { now } = await answer.json();
  return [sent, now, performance.now()];
}

async function synchronise() {
  const samples = [];
  for (let i = 0; i < SAMPLES; i += 1) {
    try {
      samples.push(await sample());
    } catch {
      break; // offline: the clock runs on with the offset it has
    }
  }
  if (samples.length === 0) return;
  const trip = Math.min(...samples.map(([sent, , received]) => received - sent));
  // A much slower line than before says less than what is known; it is trusted again after a while.
  if (trip <= best * 3) offset = offsetOf(samples);
  best = Math.min(Math.max(best * 1.2, trip), trip * 3);
  paint();
}

function secondsLeft(clock) {
  if (clock.dataset.clockRunning !== "true") return Number(clock.dataset.clockLeft);
  return Math.max((Number(clock.dataset.clockEnds) - serverNow()) / 1000, 0);
}

export function countdown(seconds) {
  const whole = Math.ceil(seconds - 0.001);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

// As the server words it.
function ago(seconds) {
  const whole = Math.max(Math.floor(seconds), 0);
  return whole < 60 ? `${whole} s ago` : `${Math.floor(whole / 60)} min ago`;
}

function spoken(seconds) {
  const minutes = Math.ceil(seconds / 60);
  if (seconds > 60) return `${minutes} minutes left`;
  return seconds > 0 ? "less than a minute left" : "time is up";
}

function paint() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const left = secondsLeft(clock);
    setText(clock, countdown(left));
    if (clock.getAttribute("aria-label") !== spoken(left)) clock.setAttribute("aria-label", spoken(left));
    if ("clockExpires" in clock.dataset) expire(clock.closest("[data-lasts]"), left <= 0);
    if ("clockCues" in clock.dataset && clock.dataset.clockRunning === "true") cue(clock.dataset.clockEnds, left);
  }
  for (const place of document.querySelectorAll("[data-since]")) setText(place, ago((serverNow() - Number(place.dataset.since)) / 1000));
  for (const place of document.querySelectorAll("[data-time-of-day]")) setText(place, timeOfDay(place.dataset.timeOfDay));
}

// What lasts until the clock is at zero is gone then, and what to do instead takes its place. A device whose own clock is
// wrong may think so for a moment, until it knows the server's time.
function expire(place, isOver) {
  if (place.hasAttribute("data-expired") === isOver) return;
  place.toggleAttribute("data-expired", isOver);
  place.querySelector("[data-while-valid]").hidden = isOver;
  place.querySelector("[data-when-expired]").hidden = !isOver;
}

function tick() {
  paint();
  setTimeout(tick, untilNextSecond());
}

function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function untilNextSecond() {
  const running = document.querySelector("[data-clock][data-clock-running='true']");
  const left = running ? (Number(running.dataset.clockEnds) - serverNow()) % 1000 : 1000 - (serverNow() % 1000);
  return Math.max(left > 0 ? left : 1000 + left, 30);
}

function timeOfDay(zone) {
  return new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: zone || undefined }).format(serverNow());
}

// ---------- Sounds, on this device, once each ----------

function cue(ends, left) {
  const before = cued.get(ends) ?? Infinity;
  // Only what has just come: a page that comes back to sight is silent about the minute that passed meanwhile.
  for (const at of CUES) if (before !== Infinity && before > at && left <= at && left > at - 2) beep(...TONES[at]);
  cued.set(ends, left);
}

function beep(pitch, length) {
  if (!sound) return;
  const tone = new OscillatorNode(sound, { frequency: pitch });
  const volume = new GainNode(sound, { gain: 0.25 });
  volume.gain.setTargetAtTime(0, sound.currentTime + length * 0.7, length * 0.1);
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + length);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-sound-on]");
  if (!button) return;
  sound ??= new AudioContext(); // browsers allow sound only after a press
  sound.resume();
  beep(...TONES[10]);
  button.setAttribute("aria-pressed", "true");
});

// ---------- The screen stays awake, or says that it cannot ----------

async function stayAwake() {
  if (!("stayAwake" in document.body.dataset) || document.hidden) return;
  const mayFallAsleep = await navigator.wakeLock?.request("screen").then(() => false, () => true);
  for (const place of document.querySelectorAll("[data-may-fall-asleep]")) place.hidden = mayFallAsleep === false;
}

function wake() {
  if (document.hidden) return;
  synchronise();
  stayAwake();
}

if (document.querySelector("[data-clock], [data-time-of-day], [data-live]")) {
  tick();
  synchronise();
  stayAwake();
  setInterval(() => document.hidden || synchronise(), RESYNC_MS);
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("eventnight:replaced", paint);
  addEventListener("online", wake);
}
