// Keeps the files of one build, and the page that loads them, for a browser that is offline. Data is asked for every time.
const CACHE = 'ccu-gateway-__VERSION__';
const FILES = '__FILES__';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => Promise.all([cache.addAll(FILES), keepShell(cache)]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => /^ccu-gateway-[0-9a-f]/.test(name) && name !== CACHE)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

const shell = new URL('./', self.registration.scope).href;
const kept = new Set(FILES === '__FILES__' ? [] : FILES.map((file) => new URL(file, shell).href));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (kept.has(request.url)) {
    event.respondWith(caches.match(request).then((answer) => answer ?? fetch(request)));
    return;
  }
  const path = request.url.slice(shell.length);
  if (request.mode !== 'navigate' || /^(api|login|logout|setup|docs|live)\b/.test(path)) return;
  event.respondWith(fromGateway(request));
});

/** The page that started this worker was loaded without it. */
async function keepShell(cache) {
  const answer = await fetch(shell);
  if (answer.ok && !answer.redirected) await cache.put(shell, answer);
}

/** The page as the gateway sends it; the kept one only where nothing answers. */
async function fromGateway(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.type === 'basic' && !answer.redirected) {
      const cache = await caches.open(CACHE);
      await cache.put(shell, answer.clone());
    }
    return answer;
  } catch (error) {
    const page = await caches.match(shell);
    if (page === undefined) throw error;
    return page;
  }
}
