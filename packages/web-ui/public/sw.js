// Keeps the files of one build, and the page that loads them, for a browser that is offline. Data is asked for every time.
// Gateways below different paths of one origin share its caches, and may be of different builds: names have both.
const shell = new URL('./', self.registration.scope).href;
const { pathname: PATH } = new URL(shell);
const CACHE = `ccu-gateway-app:${PATH}:__VERSION__`;
const LAST_KNOWN = `ccu-gateway-last-known:${PATH}`;
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
      .then((names) => Promise.all(names.map(async (name) => (await isOutdated(name)) && caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const kept = new Set(FILES === '__FILES__' ? [] : FILES.map((file) => new URL(file, shell).href));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = request.url.slice(shell.length);
  // The form signs out without a script of the page, which would have removed what it kept of the house.
  if (request.method === 'POST' && request.mode === 'navigate' && path === 'logout') {
    event.waitUntil(caches.delete(LAST_KNOWN));
    return;
  }
  if (request.method !== 'GET') return;
  if (kept.has(request.url)) {
    event.respondWith(own(request).then((answer) => answer ?? fetch(request)));
    return;
  }
  if (request.mode !== 'navigate' || /^(api|login|logout|setup|docs|live)\b/.test(path)) return;
  event.respondWith(fromGateway(request));
});

/** Files of another build of this gateway; also those that an earlier one kept under a name without a path. */
async function isOutdated(name) {
  if (name.startsWith(`ccu-gateway-app:${PATH}:`)) return name !== CACHE;
  if (!/^ccu-gateway-[0-9a-f]{12}$/.test(name)) return false;
  const cache = await caches.open(name);
  return (await cache.match(shell)) !== undefined;
}

async function own(request) {
  const cache = await caches.open(CACHE);
  return cache.match(request);
}

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
    const page = await own(shell);
    if (page === undefined) throw error;
    return page;
  }
}
