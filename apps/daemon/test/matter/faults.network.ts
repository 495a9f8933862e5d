import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inventedHouse, type Simulator, startSimulator } from '@ccu-gateway/ccu-simulator';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { daemonBin, type Running, start } from '../process.js';
import { CCU_USER, configOf } from '../world.js';
import { type Controller, startController } from './controller.js';

/** The gateway is a process of its own here, so that it can be killed. */
const other = process.env.CCU_GATEWAY_OTHER_MACHINE ?? '';
const PASSWORD = 'a long password';
const headers = {
  authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
};
const LAMP = '00F1C0DE00001D';
const SHOWN = ['01', '07', '10', '12', '1D'].map((end) => `00F1C0DE0000${end}`);
const EVENTS = 100;

const dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-matter-faults-'));
const config = join(dir, 'config.yaml');
let simulator: Simulator;
let daemon: Running;
let url = '';
let home: Controller;

async function startDaemon(): Promise<void> {
  daemon = start(process.execPath, [daemonBin, 'run', '--config', config, '--data-dir', join(dir, 'data')]);
  [, url = ''] = await daemon.until(/"url":"(http:[^"]+)","msg":"listening"/);
  const listens = async () => expect((await matter('GET', 'status')).listening).toBe(true);
  await vi.waitFor(listens, { timeout: 50_000, interval: 50 });
}

beforeAll(async () => {
  const house = inventedHouse();
  const devices = house.devices.filter(({ description }) => SHOWN.includes(description.ADDRESS));
  simulator = await startSimulator({
    users: [CCU_USER],
    house: { ...house, devices, links: [], rooms: [], functions: [], programs: [] },
  });
  const rest = { listen: '127.0.0.1:0', auth: { users: { anna: PASSWORD } } };
  writeFileSync(config, stringify(configOf(simulator, { config: { north: { rest }, matter: { enabled: true } } })));
  mkdirSync(join(dir, 'data'));
  await startDaemon();
  home = await startController(other, 'Test home');
  await add(home);
});
afterAll(async () => {
  await home?.close();
  daemon?.child.kill('SIGTERM');
  await daemon?.exited;
  await simulator?.close();
  rmSync(dir, { recursive: true, force: true });
});

async function matter(method: string, path: string, body?: unknown) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${url}/api/v1/matter/${path}`, { method, headers, ...sent });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return text === '' ? undefined : JSON.parse(text);
}
async function add(controller: Controller): Promise<void> {
  // It is refused until the CCU has been read.
  const open = () => matter('POST', 'commissioning/window', { duration_seconds: 180 });
  const { manual_code: code } = await vi.waitFor(open, { timeout: 60_000, interval: 100 });
  await controller.ask('commission', { code });
}
/** A figure of the bridge, as Prometheus reads it. */
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(text.match(new RegExp(`^ccu_gateway_matter_${name} (\\d+)`, 'm'))?.[1]);
}
const numbersOf = async (controller: Controller): Promise<readonly (readonly [string, number])[]> =>
  (await controller.ask('endpoints'))
    .filter(({ serial }: { serial?: string }) => serial !== undefined)
    .map(({ serial, number }: { serial: string; number: number }) => [serial, number] as const)
    .toSorted();
const lampNumber = async () => new Map(await numbersOf(home)).get(`${LAMP}:3`);
/** The lamp itself says that it is on or off. */
const lampSays = (on: boolean) => simulator.emit(`${LAMP}:2`, 'STATE', on);
const hearsLamp = async (controller: Controller, on: boolean) =>
  controller.ask('hears', { endpoint: await lampNumber(), cluster: 'onOff', attribute: 'onOff', value: on });

describe('a gateway that is killed without warning', () => {
  it('belongs to the same home after its next start, and sends it changes by the previous subscription and numbers', {
    timeout: 300_000,
  }, async () => {
    lampSays(true);
    await hearsLamp(home, true);
    // A home reads before its subscription is there.
    await expect.poll(async () => (await home.ask('subscription')).active, { timeout: 60_000 }).toBe(true);
    const [numbers, subscription] = [await numbersOf(home), await home.ask('subscription')];
    expect(numbers.length).toBeGreaterThan(5);
    const { fabrics } = await matter('GET', 'fabrics');
    daemon.child.kill('SIGKILL');
    await daemon.exited;
    await startDaemon();
    expect((await matter('GET', 'fabrics')).fabrics).toEqual(fabrics);
    lampSays(false);
    await hearsLamp(home, false);
    expect(await home.ask('subscription')).toEqual(subscription);
    expect(await numbersOf(home)).toEqual(numbers);
    const before = simulator.received.calls.length;
    await home.ask('command', { endpoint: await lampNumber(), cluster: 'onOff', command: 'on' });
    const calls = simulator.received.calls.slice(before);
    expect(calls.map(({ params }) => params.map(({ value }) => value))).toContainEqual([`${LAMP}:3`, 'STATE', true]);
  });
});

describe('a controller that is suspended', () => {
  it('delays no other one, is given up, and receives the newest value when it continues', {
    timeout: 400_000,
  }, async () => {
    const second = await startController(other, 'Second home', 5541);
    try {
      await add(second);
      await expect.poll(() => figure('subscriptions'), { timeout: 60_000 }).toBe(2);
      second.freeze();
      for (let event = 1; event <= EVENTS; event += 1) {
        lampSays(event % 2 === 1);
        await hearsLamp(home, event % 2 === 1);
      }
      let on = false;
      await expect
        .poll(
          async () => {
            on = !on;
            lampSays(on);
            await hearsLamp(home, on);
            return figure('subscriptions');
          },
          { timeout: 200_000, interval: 1000 },
        )
        .toBe(1);
      second.thaw();
      await hearsLamp(second, on);
      // It may have read the value before it has subscribed again.
      await expect.poll(() => figure('subscriptions'), { timeout: 120_000 }).toBe(2);
    } finally {
      await second.close();
    }
  });
});
