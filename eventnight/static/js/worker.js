// Answers when the server does not: with the page as it was where it may be kept, and with our own page otherwise. Served
// as /worker.js, where self.shell is the list of what our own page needs. Nothing that was sent passes through here.

const SHELL = "eventnight.shell";
const PAGES = "eventnight.pages"; // signed_in.js deletes it
const OFFLINE = "/offline/";
const PAGE_MS = 20000; // so long a page may take before the line counts as lost
const FILE_MS = 3000;
const KEPT_MS = 12 * 60 * 60 * 1000; // a night
const MOST_PAGES = 20;

self.addEventListener("install", (event) => event.waitUntil(fillShell()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function fillShell() {
  const cache = await caches.open(SHELL);
  await cache.addAll(self.shell.map((address) => new Request(address, { cache: "reload" })));
  for (const { url } of await cache.keys()) if (!self.shell.includes(new URL(url).pathname)) await cache.delete(url);
  await self.skipWaiting();
}

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  if (mode === "navigate") event.respondWith(openPage(event));
  else if (self.shell.includes(pathname)) event.respondWith(openFile(event.request));
});

async function openPage(event) {
  const { request } = event;
  try {
    const answer = await within(PAGE_MS, fetch(request));
    if (answer.ok && answer.headers.has("Kept-Offline")) event.waitUntil(keep(request.url, answer.clone()));
    return answer;
  } catch {
    return (await kept(request.url)) ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function openFile(request) {
  try {
    return await within(FILE_MS, fetch(request));
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}

function within(milliseconds, answer) {
  const tooLate = new Promise((_, reject) => setTimeout(reject, milliseconds));
  return Promise.race([answer, tooLate]);
}

// ---------- Pages as they were ----------

async function keep(address, answer) {
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  headers.set("Kept-At", Date.now());
  const cache = await caches.open(PAGES);
  await cache.delete(address); // the newest stands last
  await cache.put(address, new Response(await answer.text(), { headers }));
  const addresses = await cache.keys();
  await Promise.all(addresses.slice(0, -MOST_PAGES).map((old) => cache.delete(old)));
}

async function kept(address) {
  const cache = await caches.open(PAGES);
  const page = await cache.match(address, { ignoreVary: true });
  const at = Number(page?.headers.get("Kept-At"));
  if (!page || Date.now() - at > KEPT_MS) return undefined;
  const text = await page.text();
  return new Response(text.replace("</head>", `<meta name="kept-at" content="${at}"></head>`), { headers: page.headers });
}
