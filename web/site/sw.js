/**
 * Serves the site without a network. What the page needs is there once this is installed; the games follow one by one.
 * `cargo xtask site` writes the version and the names of files into it.
 */
const VERSION = "%VERSION%";
const FIRST = ["%FIRST%"];
const LATER = ["%LATER%"];
const CACHE = `dagaz-${VERSION}`;

const url = (name) => new URL(name, self.registration.scope).href;

/** Whether the name of a file follows from its content: then one that was loaded before is the same. */
const isLasting = (name) => /^(assets|games|boards|engine-\w+)\//.test(name);

const known = async (name) => (isLasting(name) ? caches.match(url(name)) : undefined);

async function fetched(cache, name) {
  const answer = (await known(name)) ?? (await fetch(url(name), { cache: isLasting(name) ? "force-cache" : "no-cache" }));
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  await cache.put(url(name), answer);
}

async function fill() {
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map((request) => request.url));
  for (const name of LATER) if (!there.has(url(name))) await fetched(cache, name);
}

self.addEventListener("install", (event) => {
  const install = async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(FIRST.map((name) => fetched(cache, name)));
  };
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  const activate = async () => {
    await self.clients.claim();
    const cache = await caches.open(CACHE);
    for (const name of LATER) {
      const answer = await known(name);
      if (answer) await cache.put(url(name), answer);
    }
    for (const name of await caches.keys()) if (name.startsWith("dagaz-") && name !== CACHE) await caches.delete(name);
  };
  event.waitUntil(activate());
});

self.addEventListener("message", (event) => {
  if (event.data === "fill") event.waitUntil(fill());
  if (event.data === "update") event.waitUntil(self.skipWaiting());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const page = request.mode === "navigate" ? await cache.match(url("index.html")) : undefined;
    return page ?? (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
