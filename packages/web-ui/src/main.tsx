import { signal } from '@preact/signals';
import { render } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { createConnection } from './connection/connection.js';
import { keepInterfaces } from './connection/interfaces.js';
import { type Services, ServicesContext } from './context/services.js';
import { fetchAfter } from './early/early-answer.js';
import { house } from './early/house.js';
import { createFavourites } from './favourites/favourites.js';
import { successorIn } from './favourites/successor.js';
import { createLanguageChoice } from './i18n/language.js';
import { prepareFormats } from './i18n/prepare-formats.js';
import { createLeaveGuard } from './leaving/leave-guard.js';
import { baseOf } from './net/base.js';
import { cookieOf, createBrowserGateway } from './net/gateway.js';
import { OF_THE_APP } from './net/of-the-app.js';
import { keepHouse } from './offline/keep-house.js';
import { createLastKnown, type LastKnown } from './offline/last-known.js';
import { preloadPages } from './pages/preload-pages.js';
import { PAGES, type PageEntry, pageAt } from './pages/registry.js';
import { createCcuScope, scopedHouse } from './scope/ccu-scope.js';
import { keepSession } from './session/keep-session.js';
import { createSession, type Session } from './session/session.js';
import { Shell } from './shell/shell.tsx';
import { createHouseStore } from './store/house-store.js';
import { createThemeChoice } from './theme/theme.js';
import { uiTexts } from './ui/value/texts.js';
import { createSavedViews } from './views/saved-views.js';
import { createConsents } from './writes/consent.js';
import { createValueWriter } from './writes/write-value.js';
import './styles/base.css';
import './ui/ui.css';

const CLOCK_MS = 10_000;

function start(root: HTMLElement): void {
  const { services, lastKnown } = createServices();
  askForFirstLook(services);
  // In a turn of its own: until then the requests have not left, and drawing the frame of the page takes a while.
  setTimeout(() => {
    draw(root, services);
    goOn(services, lastKnown);
    setTimeout(() => prepareFormats(services.language.formats.peek()));
  });
}

/** Requests everything for the first view: the snapshot, the session, and the page of the address. */
function askForFirstLook({ connection, session, base }: Services): void {
  connection.start();
  keepSession({ session, connection });
  // A page that cannot be loaded shows its error where it is rendered.
  pageAt(base.inside(location.pathname))
    ?.component.preload()
    .catch(() => {});
}

function draw(root: HTMLElement, services: Services): void {
  render(
    <ServicesContext.Provider value={services}>
      <LocationProvider scope={OF_THE_APP}>
        <Shell name={document.title} />
      </LocationProvider>
    </ServicesContext.Provider>,
    root,
  );
}

function goOn({ connection, store, session, base, now }: Services, lastKnown: LastKnown): void {
  const keep = keepHouse({ connection, store, session, lastKnown, now, after: (delayMs, run) => timer(run, delayMs) });
  addEventListener('online', () => connection.network(true));
  addEventListener('offline', () => connection.network(false));
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'visible' ? connection.retry() : keep(),
  );
  whenFirstLive(connection, () => preloadPages(PAGES.filter(hasShortcut), whenIdle));
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  // It fetches every file of the app, so it starts after the first snapshot.
  whenFirstLive(connection, () => {
    // Without it there is no offline shell, and nothing else is lost.
    navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { scope: base.path }).catch(() => {});
  });
}

function whenFirstLive({ current }: Services['connection'], run: () => void): void {
  let done = false;
  current.subscribe(({ state }) => {
    if (done || state !== 'live') return;
    done = true;
    run();
  });
}

/** Pages that people go to most have a key of their own. */
const hasShortcut = (page: PageEntry): boolean => page.shortcut !== undefined;

function whenIdle(run: () => void): void {
  // Not in every browser.
  if ('requestIdleCallback' in window) requestIdleCallback(() => run());
  else setTimeout(run, 1_000);
}

function createServices(): { readonly services: Services; readonly lastKnown: LastKnown } {
  const now = () => Date.now();
  const base = baseOf(document.baseURI);
  const csrfCookie = document.querySelector<HTMLMetaElement>('meta[name="csrf-cookie"]')?.content || 'service_csrf';
  const language = createLanguageChoice({
    storage: localStorage,
    wanted: navigator.languages,
    root: document.documentElement,
  });
  const theme = createThemeChoice(localStorage, document.documentElement);
  const store = createHouseStore({
    onFrame: (run) => requestAnimationFrame(run),
    now,
    later: (run, delayMs) => setTimeout(run, delayMs),
  });
  const lastKnown = createLastKnown({ caches: 'caches' in window ? caches : undefined, base });
  const session: Session = createSession({ gateway: () => gateway, base, location, forget: lastKnown.forget });
  addEventListener('pageshow', ({ persisted }) => persisted && session.isOver() && location.reload());
  const gateway = createBrowserGateway({
    base,
    csrfCookie,
    cookies: () => document.cookie,
    fetch: fetchAfter(house, (...request) => fetch(...request)),
    refusal: () => session.refusal(),
  });
  const connection = createConnection({
    gateway,
    store,
    language: () => language.current.peek(),
    onDenied: () => session.signIn(),
    now,
    random: Math.random,
    timer,
  });
  keepInterfaces({ gateway, store, connection, timer });
  const csrf = () => cookieOf(document.cookie, csrfCookie);
  const announcements = createAnnouncements();
  const scope = createCcuScope({ store, storage: localStorage });
  const services = {
    gateway,
    store: scopedHouse(store, scope),
    scope,
    connection,
    favourites: createFavourites(() => gateway, successorIn(store)),
    views: createSavedViews(() => gateway),
    session,
    writer: createAnnouncedWriter({ gateway, store, now, language, ...announcements }),
    consents: createConsents(),
    language,
    theme,
    base,
    leaving: createLeaveGuard(),
    csrf,
    clock: createClock(now),
    now,
    timer,
    ...announcements,
  };
  return { services, lastKnown };
}

/** The time, renewed every ten seconds. */
function createClock(now: () => number): Services['clock'] {
  const clock = signal(now());
  setInterval(() => {
    clock.value = now();
  }, CLOCK_MS);
  return clock;
}

function createAnnouncements(): Pick<Services, 'announce' | 'announced'> {
  const announced = signal('');
  return {
    announced,
    announce(text) {
      announced.value = text;
    },
  };
}

/** A writer that announces each outcome with the name of the data point. */
function createAnnouncedWriter(
  parts: Pick<Services, 'gateway' | 'store' | 'now' | 'language' | 'announce'>,
): Services['writer'] {
  const { store, language, announce } = parts;
  return createValueWriter({
    ...parts,
    announce: (what, key) => {
      const name = store.peekPoint(key)?.summary.parameter_label ?? '';
      announce(language.textsOf(uiTexts)(what === 'saved' ? 'saved' : 'notSaved', { name }));
    },
  });
}

function timer(run: () => void, delayMs: number): () => void {
  const handle = setTimeout(run, delayMs);
  return () => clearTimeout(handle);
}

start(document.getElementById('app')!);
