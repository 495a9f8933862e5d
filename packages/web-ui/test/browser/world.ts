import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Demo, startDemo } from './daemon.js';
import type { Account } from './until-connected.js';

export type Role = 'viewer' | 'operator' | 'admin';

/** How a screen is looked at. */
export interface Look {
  readonly language: 'de' | 'en';
  readonly theme: 'light' | 'dark';
  /** 640: a window of 1280 at 200 % zoom. */
  readonly width: 1920 | 1440 | 1280 | 768 | 640 | 390 | 320;
}

export interface VisitOptions extends Partial<Look> {
  /** Default: admin. */
  readonly role?: Role;
  readonly reducedMotion?: boolean;
  /** The page may register its service worker, which loads every file of the app. Default: false. */
  readonly serviceWorker?: boolean;
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** One page of a browser, and what was wrong with it so far. */
export interface Visit {
  readonly page: Page;
  /** Errors in the console, violations of the policy, and requests that left the origin. */
  readonly faults: readonly string[];
  /** Loads another page of the app in the same tab; resolves when it has its heading and the house. */
  goTo(path: string): Promise<void>;
  /** What axe-core finds wrong: rule and elements. */
  accessibility(): Promise<readonly string[]>;
  /** Into `var/screenshots`. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

/** A gateway with a simulated CCU and a browser before it. */
export interface WebWorld {
  readonly demo: Demo;
  readonly browser: Browser;
  /** Signs in and goes to a page of the app; resolves when the page has its heading and the house. */
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  /** An empty page of a browser without a session; requests may go to that origin only. */
  open(origin: string, options?: Omit<VisitOptions, 'role' | 'prepare'>): Promise<Visit>;
  /** Signs in anew with the next visit: a test ended the sessions. */
  forgetSessions(): void;
  close(): Promise<void>;
}

const screenshots = resolve(import.meta.dirname, '../../var/screenshots');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Over a demo of its own, or over a gateway that the test has started. `executablePath` is the browser. */
export async function startWebWorld(
  started: Demo | Promise<Demo> = startDemo(),
  executablePath = process.env.CCU_GATEWAY_BROWSER,
): Promise<WebWorld> {
  const [demo, browser] = await Promise.all([started, chromium.launch({ executablePath, args: ['--no-sandbox'] })]);
  const states = new Map<Role, ReturnType<typeof signedIn>>();
  const stateOf = (role: Role) => {
    const state = states.get(role) ?? signedIn(browser, demo, role);
    states.set(role, state);
    return state;
  };
  return {
    demo,
    browser,
    async visit(path, { role = 'admin', prepare, ...look } = {}) {
      const visit = await openVisit(browser, demo.url, { ...look, storageState: await stateOf(role) });
      await prepare?.(visit.page);
      await visit.goTo(path);
      return visit;
    },
    open: (origin, options = {}) => openVisit(browser, origin, options),
    forgetSessions: () => states.clear(),
    async close() {
      await browser.close();
      await demo.stop();
    },
  };
}

/** Cookies of a session of that role, got through the form. */
async function signedIn(
  browser: Browser,
  demo: Demo,
  role: Role,
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const account = role === 'operator' ? await createOperator(demo) : demo[role];
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(`${demo.url}/login`);
  await page.fill('#username', account.username);
  await page.fill('#password', account.password);
  await page.click('form button');
  await page.locator('main h1').waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The demo has none. */
async function createOperator(demo: Demo): Promise<Account> {
  const account = { username: 'operator', password: 'operates-the-house' };
  const credentials = Buffer.from(`${demo.admin.username}:${demo.admin.password}`).toString('base64');
  const answer = await fetch(`${demo.url}/api/v1/users`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, role: 'operator' }),
  });
  if (!answer.ok) throw new Error(`the operator was not created: ${answer.status} ${await answer.text()}`);
  return account;
}

type OpenOptions = Omit<VisitOptions, 'role' | 'prepare'> & {
  readonly storageState?: Awaited<ReturnType<typeof signedIn>>;
};

async function openVisit(browser: Browser, origin: string, options: OpenOptions): Promise<Visit> {
  const {
    language = 'en',
    theme = 'light',
    width = 1440,
    reducedMotion = true,
    serviceWorker = false,
    storageState,
  } = options;
  const context = await browser.newContext({
    ...(storageState === undefined ? {} : { storageState }),
    locale: language,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    colorScheme: theme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    viewport: { width, height: width < 500 ? 844 : 900 },
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (!/^(data|blob):$/.test(protocol) && host !== new URL(origin).host)
      faults.push(`left the origin: ${request.url()}`);
  });
  await page.exposeFunction('policyViolated', (what: string) => faults.push(`policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      (window as unknown as { policyViolated(what: string): void }).policyViolated(
        `${event.violatedDirective} ${event.blockedURI}`,
      );
    });
  });
  return {
    page,
    faults,
    async goTo(path) {
      await page.goto(new URL(path, origin).href);
      await page.locator('main h1').waitFor();
      await page.locator('.connection-pill.good').waitFor();
    },
    async accessibility() {
      await page.evaluate(axeSource);
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: {
            run(
              options: object,
            ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
          };
        };
        // Selectors of what is right cost a quarter of the time.
        return (await axe.run({ resultTypes: ['violations'] })).violations;
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );
    },
    async screenshot(name) {
      await page.screenshot({ path: `${screenshots}/${name}-${width}-${theme}-${language}.png` });
    },
    close: () => context.close(),
  };
}
