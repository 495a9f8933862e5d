// Keeps the files of one build, and the page that loads them, for a browser that is offline. Data is asked for every time.
// Gateways below different paths of one origin share its caches, and may be of different builds: names have both.
const shell = new URL('./', self.registration.scope).href;
const { pathname: PATH } = new URL(shell);
const CACHE = `ccu-gateway-app:${PATH}:__VERSION__`;
const PUSH = `ccu-gateway-push:${PATH}`;
const LAST_KNOWN = `ccu-gateway-last-known:${PATH}`;
const FILES = '__FILES__';
const NOT_OF_THE_APP = /^(api|login|logout|setup|docs|live)\b/;

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
    // Without a user it takes no messages: the gateway forgets this device when the push service refuses the next one.
    event.waitUntil(Promise.all([caches.delete(LAST_KNOWN), endPush()]));
    return;
  }
  if (request.method !== 'GET') return;
  if (kept.has(request.url)) {
    event.respondWith(own(request).then((answer) => answer ?? fetch(request)));
    return;
  }
  if (request.mode !== 'navigate' || NOT_OF_THE_APP.test(path)) return;
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

async function endPush() {
  const subscription = await self.registration.pushManager?.getSubscription();
  await Promise.all([subscription?.unsubscribe(), caches.delete(PUSH)]);
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewPush(event.newSubscription));
});

/** A browser may replace its subscription by itself: without a new one, the gateway would send to nobody. */
async function renewPush(given) {
  const id = await (await caches.match(new URL('push-id', shell), { cacheName: PUSH }))?.text();
  if (id === undefined) return;
  const api = (path, init) => fetch(new URL(`api/v1/${path}`, shell), init);
  const subscription = given ?? (await subscribeAnew(api));
  const { endpoint, keys } = subscription.toJSON();
  await api(`push/${encodeURIComponent(id)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-csrf-token': await csrfToken() },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}

async function subscribeAnew(api) {
  const answer = await api('push');
  if (!answer.ok) throw new Error(`the gateway answers ${answer.status}`);
  const { public_key: applicationServerKey } = await answer.json();
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** The page names the cookie; older browsers do not let a worker read it, and the page "Messages" offers push anew there. */
async function csrfToken() {
  const page = await (await fetch(shell)).text();
  const [, name = ''] = /<meta name="csrf-cookie" content="([^"]*)"/.exec(page) ?? [];
  return (await self.cookieStore?.get(name))?.value ?? '';
}

self.addEventListener('push', (event) => {
  event.waitUntil(show(messageOf(event.data)));
});

/** Browsers end a subscription after messages that show nothing, so that an unreadable one is shown, too. */
function messageOf(data) {
  try {
    const message = data.json();
    if (typeof message.title === 'string') return message;
  } catch {
    // It is not of this gateway.
  }
  return { title: 'ccu-gateway' };
}

async function show({ id, title, text, level, page, language, badge }) {
  const picture = (file) => new URL(file, shell).href;
  await Promise.all([
    self.registration.showNotification(title, {
      // A message that comes again takes the place of the first one.
      tag: id,
      body: text === title ? '' : text,
      lang: language,
      icon: picture('icon-192.png'),
      badge: picture('icon-192.png'),
      requireInteraction: level === 'danger',
      data: { page },
    }),
    setBadge(badge),
  ]);
}

async function setBadge(count) {
  if (typeof count !== 'number' || self.navigator.setAppBadge === undefined) return;
  // A system without badges rejects.
  await self.navigator.setAppBadge(count).catch(() => {});
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { page } = Object(event.notification.data);
  event.waitUntil(openPage(typeof page === 'string' ? page : ''));
});

/** In an open window of the app, else in a new one. The app itself asks where something would be lost. */
async function openPage(page) {
  const url = new URL(page, shell).href;
  const target = url.startsWith(shell) ? url : shell;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [window] = windows.filter(isApp).sort((one, other) => Number(other.focused) - Number(one.focused));
  if (window === undefined) return self.clients.openWindow(target);
  window.postMessage({ type: 'open', page: target.slice(shell.length) });
  // A browser may refuse to focus a window; the page is open in it all the same.
  return window.focus().catch(() => {});
}

function isApp({ url }) {
  return url.startsWith(shell) && !NOT_OF_THE_APP.test(url.slice(shell.length));
}
