// Service worker of the installed app: keeps hashed files and one offline page, never an answer of the API, a price or a page.
const CACHE = 'maru-files-1';
const MOST_FILES = 240;
const OFFLINE = '/offline.html';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(OFFLINE))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// Names of hashed files never change their content; the oldest go when a few builds have passed.
async function keptFile(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const names = await cache.keys();
    const files = names.filter(({ url }) => new URL(url).pathname !== OFFLINE);
    await Promise.all(files.slice(0, Math.max(0, files.length - MOST_FILES)).map((name) => cache.delete(name)));
  }
  return answer;
}

async function pageOrOffline(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(keptFile(request));
  else if (request.mode === 'navigate') event.respondWith(pageOrOffline(request));
});
