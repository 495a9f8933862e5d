import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBrowserKeys, startPushService } from '../../../notify/test/push-world.js';
import { useDemoWorld } from './harness.js';
import { sectionsOf } from './sections.js';

/** The headless shell has neither push nor notifications. */
const whole = process.env.CCU_GATEWAY_PUSH_BROWSER;
const world = useDemoWorld(undefined, whole);
const note = whole === undefined ? ': CCU_GATEWAY_PUSH_BROWSER names no browser with push' : '';

type Keys = ReturnType<typeof createBrowserKeys>;

/** The push service of Chromium is elsewhere: a subscription of the test stands for one of it. */
async function withSubscription(page: Page, endpoint: string, { p256dh, auth }: Keys): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: world.demo.url });
  await page.addInitScript(
    (json) => {
      const KEY = 'test-subscription';
      const subscription = {
        toJSON: () => json,
        unsubscribe: async () => {
          sessionStorage.removeItem(KEY);
          return true;
        },
      } as unknown as PushSubscription;
      Notification.requestPermission = async () => 'granted';
      PushManager.prototype.getSubscription = async () => (sessionStorage.getItem(KEY) === null ? null : subscription);
      PushManager.prototype.subscribe = async (options) => {
        sessionStorage.setItem(KEY, String(options?.applicationServerKey));
        return subscription;
      };
    },
    { endpoint, keys: { p256dh, auth } },
  );
}

async function pushChannel() {
  const service = await startPushService();
  const folder = mkdtempSync(join(tmpdir(), 'push-'));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, service.ca);
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  await sectionsOf(world.demo).putSection('notify', {
    channels: { app: { kind: 'push', ca_file: file, allow_networks: ['127.0.0.0/8'] } },
  });
  return service;
}

/** The worker of the page, and the push message as Chromium hands it over. */
async function workerOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const ids: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    ids.push(...registrations.map(({ registrationId }) => registrationId));
  });
  await session.send('ServiceWorker.enable');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('there is no worker');
  return {
    worker,
    deliver: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(world.demo.url).origin,
        registrationId: ids.at(-1) ?? '',
        data,
      }),
    shown: () =>
      page.evaluate(async () => {
        const { getNotifications } = await navigator.serviceWorker.ready;
        const found = await getNotifications.call(await navigator.serviceWorker.ready);
        return found.map(({ title, body, tag, lang, data, requireInteraction }) => ({
          ...{ title, body, tag, lang, data, requireInteraction },
        }));
      }),
  };
}

/** A click on the only notification, as the system reports it. */
const click = (worker: Awaited<ReturnType<typeof workerOf>>['worker']) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      readonly registration: ServiceWorkerRegistration;
      readonly NotificationEvent: new (type: string, init: object) => Event;
      dispatchEvent(event: Event): boolean;
    };
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });

describe.skipIf(whole === undefined)(`push to this device${note}`, () => {
  it('is turned on by a click, gets a message of the gateway, opens its page in the open app, and is turned off', async () => {
    const service = await pushChannel();
    const keys = createBrowserKeys();
    const visit = await world.visit('/messages', {
      serviceWorker: true,
      prepare: (page) => withSubscription(page, `${service.origin}/x`, keys),
    });
    const { page, faults } = visit;
    await page.getByText('no device takes push messages').first().waitFor();
    await page.getByLabel('Name of this device').fill('');
    await page.getByRole('button', { name: 'Turn push on' }).click();
    await page.getByRole('alert').getByText('Name of this device: is needed.').waitFor();
    await page.getByLabel('Name of this device').fill('Tablet in the hall');
    await page.getByRole('button', { name: 'Turn push on' }).click();
    await page.getByText('this one').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('push');

    await page.getByRole('button', { name: 'Send a test app' }).click();
    await expect.poll(() => service.received.length).toBe(1);
    const test = keys.read(service.received[0]!.body);
    expect(test).toMatchObject({ title: 'Test message of ccu-gateway', language: 'en' });

    const { worker, deliver, shown } = await workerOf(page);
    const danger = { ...test, id: 'd1', title: 'Smoke: Kitchen', text: 'Smoke: Kitchen (now)', level: 'danger' };
    const message = { ...danger, page: 'problems?id=smoke', badge: 3 };
    await deliver(JSON.stringify(message));
    // It comes again after a restart of the gateway, and shows once.
    await deliver(JSON.stringify(message));
    await expect.poll(shown).toEqual([
      {
        ...{ title: 'Smoke: Kitchen', body: 'Smoke: Kitchen (now)', tag: 'd1', lang: 'en', requireInteraction: true },
        data: { page: 'problems?id=smoke' },
      },
    ]);
    await click(worker);
    await page.waitForURL(/\/problems\?id=smoke$/);
    await page.getByRole('heading', { level: 1, name: 'Problems' }).waitFor();
    await expect.poll(shown).toEqual([]);

    await page.goto(`${world.demo.url}/messages`);
    await page.getByRole('button', { name: 'Turn off Tablet in the hall' }).click();
    await page.getByRole('button', { name: 'Turn push on' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('test-subscription'))).toBeNull();
    expect(faults).toEqual([]);
    await visit.close();
  });

  it('is renewed by the worker when the browser replaces its subscription, with a new one or without', async () => {
    const service = await pushChannel();
    const keys = createBrowserKeys();
    const visit = await world.visit('/messages', {
      serviceWorker: true,
      prepare: (page) => withSubscription(page, `${service.origin}/first`, keys),
    });
    const { page, faults } = visit;
    await page.getByLabel('Name of this device').fill('Phone');
    await page.getByRole('button', { name: 'Turn push on' }).click();
    await page.getByText('this one').waitFor();
    const { worker } = await workerOf(page);
    const { p256dh, auth } = keys;
    const change = (endpoint: string, isGiven: boolean) =>
      worker.evaluate(
        ([json, given]) => {
          const scope = globalThis as unknown as {
            readonly PushManager: { readonly prototype: { subscribe: unknown } };
            readonly ExtendableEvent: new (type: string) => Event;
            dispatchEvent(event: Event): boolean;
          };
          const subscription = { toJSON: () => json };
          scope.PushManager.prototype.subscribe = async () => subscription;
          const event = new scope.ExtendableEvent('pushsubscriptionchange');
          scope.dispatchEvent(Object.assign(event, { newSubscription: given ? subscription : null }));
        },
        [{ endpoint: `${service.origin}${endpoint}`, keys: { p256dh, auth } }, isGiven] as const,
      );
    const { username, password } = world.demo.admin;
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const renewals = async () => {
      const answer = await fetch(`${world.demo.url}/api/v1/audit?op=push_renew`, { headers: { authorization } });
      return ((await answer.json()) as readonly unknown[]).length;
    };
    const renewed = async () => {
      service.received.length = 0;
      await page.getByRole('button', { name: 'Send a test app' }).click();
      await expect.poll(() => service.received.length).toBe(1);
      return service.received[0]?.path;
    };
    for (const [endpoint, isGiven] of [
      ['/second', true],
      ['/third', false],
    ] as const) {
      const before = await renewals();
      await change(endpoint, isGiven);
      await expect.poll(renewals).toBe(before + 1);
      expect(await renewed()).toBe(endpoint);
    }
    // It is the same device with the same name, and still this one.
    await page.reload();
    await page.getByText('this one').waitFor();
    await page.getByRole('button', { name: 'Turn off Phone' }).click();
    await page.getByRole('button', { name: 'Turn push on' }).waitFor();
    expect(faults).toEqual([]);
    await visit.close();
  });

  it('opens a window of its own where none is open, never one of another place, and sets the number at the icon', async () => {
    const visit = await world.visit('/messages', {
      serviceWorker: true,
      prepare: (page) => page.context().grantPermissions(['notifications'], { origin: world.demo.url }),
    });
    const { page } = visit;
    const { worker, deliver, shown } = await workerOf(page);
    await worker.evaluate(() => {
      const scope = globalThis as unknown as {
        readonly clients: { matchAll: unknown; openWindow: unknown };
        readonly navigator: object;
        opened: string[];
      };
      scope.opened = [];
      scope.clients.matchAll = async () => [{ url: `${location.origin}/login`, focused: true }];
      scope.clients.openWindow = async (url: string) => void scope.opened.push(url);
      Object.defineProperty(scope.navigator, 'setAppBadge', {
        value: async (count: number) => void scope.opened.push(`badge ${count}`),
      });
    });
    const opened = () => worker.evaluate(() => (globalThis as unknown as { readonly opened: string[] }).opened);
    for (const [at, [pushed, expected]] of [
      ['alarm', '/alarm'],
      ['https://evil.example/x', '/'],
      ['//evil.example/x', '/'],
      ['devices/home/A1', '/devices/home/A1'],
    ].entries()) {
      await deliver(
        JSON.stringify({ id: 'a', title: 'Alarm', text: 'Alarm', level: 'danger', page: pushed, badge: at }),
      );
      await expect.poll(async () => (await shown()).map(({ data }) => data)).toEqual([{ page: pushed }]);
      await click(worker);
      await expect.poll(opened).toEqual(expect.arrayContaining([`badge ${at}`]));
      await expect.poll(async () => (await opened()).at(-1)).toBe(world.demo.url + expected);
      await expect.poll(shown).toEqual([]);
    }
    await deliver('this is no message');
    await expect.poll(async () => (await shown()).map(({ title }) => title)).toEqual(['ccu-gateway']);
    await visit.close();
  });

  it('names the reason where it cannot be, in German, dark and on a phone', async () => {
    const visit = await world.visit('/messages', {
      ...{ language: 'de', theme: 'dark', width: 390, role: 'viewer' },
      prepare: async (page) =>
        void (await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))),
    });
    const { page } = visit;
    await page.getByText('Push braucht HTTPS.').waitFor();
    expect(await page.getByRole('button', { name: 'Push einschalten' }).count()).toBe(0);
    expect(await visit.accessibility()).toEqual([]);
    await page.getByText('Push auf dieses Gerät').scrollIntoViewIfNeeded();
    await visit.screenshot('push');
    await visit.close();
  });

  it('names a certificate that the browser does not trust, and a refusal of the browser', async () => {
    const visit = await world.visit('/messages', {
      prepare: (page) => withSubscription(page, 'https://a.example/', createBrowserKeys()),
    });
    const { page } = visit;
    const attempt = async (change: () => void, words: string) => {
      await page.evaluate(change);
      await page.getByRole('button', { name: 'Turn push on' }).click();
      await page.getByRole('alert').getByText(words).waitFor();
    };
    await attempt(() => {
      navigator.serviceWorker.register = async () => {
        throw new DOMException('certificate', 'SecurityError');
      };
    }, 'does not trust the certificate');
    await attempt(() => {
      Notification.requestPermission = async () => 'denied';
    }, 'did not allow notifications');
    expect(await visit.accessibility()).toEqual([]);
    await visit.close();
  });

  it('adds the channel with the first device of an administrator', async () => {
    await sectionsOf(world.demo).putSection('notify', {});
    const keys = createBrowserKeys();
    const visit = await world.visit('/messages', {
      prepare: (page) => withSubscription(page, 'https://1.1.1.1/never-asked', keys),
      serviceWorker: true,
    });
    const { page } = visit;
    await page.getByText('This also adds the channel “push”').waitFor();
    await page.getByRole('button', { name: 'Turn push on' }).click();
    await page.getByText('this one').waitFor();
    await expect
      .poll(() => sectionsOf(world.demo).section('notify'))
      .toMatchObject({ channels: { push: { kind: 'push', enabled: true } } });
    await page.getByRole('button', { name: /^Turn off/ }).click();
    await page.getByRole('button', { name: 'Turn push on' }).waitFor();
    await sectionsOf(world.demo).putSection('notify', {});
    await visit.close();
  });
});
