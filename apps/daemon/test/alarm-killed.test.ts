import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '@ccu-gateway/ccu-simulator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { keepDescriptions } from './descriptions.js';
import { daemonBin, type Running, start } from './process.js';
import { CCU_USER, configOf } from './world.js';

const PASSWORD = 'a long password';
const headers = {
  authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
};
const DOOR = '00F1C0DE00000E:1';
const SIREN = '00F1C0DE000015:3';
const PATIENCE = { timeout: 60_000, interval: 100 } as const;

let dir: string;
let simulator: Simulator;
let running: Running | undefined;
let url = '';
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-alarm-killed-'));
  simulator = await startSimulator({ users: [CCU_USER] });
  mkdirSync(join(dir, 'data'));
  await keepDescriptions(join(dir, 'data'));
});
afterEach(async () => {
  await kill();
  await simulator.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The power goes: nothing of the process comes to an end. */
async function kill(): Promise<void> {
  running?.child.kill('SIGKILL');
  await running?.exited;
  running = undefined;
}

/** Starts the built gateway in a process whose clock is ahead by so many seconds: a time for which it was away. */
async function startLater(seconds: number): Promise<void> {
  const config = join(dir, 'config.yaml');
  const rest = { listen: '127.0.0.1:0', auth: { users: { anna: PASSWORD } } };
  const settings = configOf(simulator, { config: { north: { rest } } });
  writeFileSync(config, stringify(settings), { mode: 0o600 });
  const ahead = join(dir, 'ahead.mjs');
  writeFileSync(ahead, `const now = Date.now.bind(Date);\nDate.now = () => now() + ${seconds * 1_000};\n`);
  const run = ['run', '--config', config, '--data-dir', join(dir, 'data')];
  running = start(process.execPath, ['--import', `file://${ahead}`, daemonBin, ...run]);
  [, url = ''] = await running.until(/"url":"(http:[^"]+)","msg":"listening"/);
}

async function ask(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${url}/api/v1/alarm${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  } as RequestInit);
  const text = await answer.text();
  expect(answer.status, text).toBeLessThan(300);
  return text === '' ? undefined : JSON.parse(text);
}
const zone = async () => (await ask('GET', '/state')).zones[0];
const journal = async (event: string) =>
  (await ask('GET', '/journal')).filter((each: { readonly event: string }) => each.event === event);

/** A zone with delays of ten minutes, a door and a siren, whose CCU is connected. */
async function setUp(): Promise<void> {
  await startLater(0);
  const delays = { exit_delay_ms: 600_000, entry_delay_ms: 600_000 };
  const modes = { full: delays, night: { ...delays, exit_delay_ms: 0 } };
  await ask('POST', '/zones', { id: 'all', name: 'Haus', config: { modes, rearms: false, alarm_ms: 600_000 } });
  const door = { central: 'home', interface_id: 'HmIP-RF', channel_address: DOOR, parameter: 'STATE', type: 'door' };
  await ask('PUT', '/zones/all/sensors', [
    { ...door, id: 'door', name: 'Haustür', config: { modes: ['full', 'night'], reaction: 'entry' } },
  ]);
  await ask('PUT', '/zones/all/outputs', [
    { id: 'siren', class: 'acoustic_siren', central: 'home', channel_address: SIREN },
  ]);
  await expect.poll(async () => (await zone()).readiness.night.ready, PATIENCE).toBe(true);
}

const sirenWrites = () =>
  simulator.received.of('putParamset').filter(({ params }) => JSON.stringify(params).includes(SIREN));

it('counts an exit delay on over kill -9, and arms at the start where it ended meanwhile', async () => {
  await setUp();
  await ask('POST', '/zones/all/arm', { mode: 'full' });
  expect(await zone()).toMatchObject({ state: 'arming' });
  await kill();
  await startLater(300);
  const { state, countdown } = await zone();
  expect(state).toBe('arming');
  expect(countdown.remaining_s).toBeLessThanOrEqual(300);
  expect(countdown.remaining_s).toBeGreaterThan(200);
  await kill();
  await startLater(601);
  await expect.poll(async () => (await zone()).state, PATIENCE).toBe('armed');
  expect(await journal('armed')).toHaveLength(1);
  expect(await ask('GET', '/journal/verify')).toMatchObject({ ok: true });
}, 120_000);

it('counts an entry delay on over kill -9, triggers at the start where it ended meanwhile, and the journal names it', async () => {
  await setUp();
  await ask('POST', '/zones/all/arm', { mode: 'night' });
  simulator.emit(DOOR, 'STATE', 1);
  await expect.poll(async () => (await zone()).state, PATIENCE).toBe('pending');
  await kill();
  await startLater(300);
  const { state, countdown } = await zone();
  expect([state, countdown.kind]).toEqual(['pending', 'entry_delay']);
  expect(countdown.remaining_s).toBeLessThanOrEqual(300);
  expect(sirenWrites()).toEqual([]);
  await kill();
  await startLater(601);
  await expect.poll(async () => (await zone()).state, PATIENCE).toBe('triggered');
  expect(await journal('triggered')).toMatchObject([{ details: { sensor: 'door', while_away: true } }]);
  await expect.poll(() => sirenWrites().length, PATIENCE).toBeGreaterThan(0);
  // An alarm that sounds goes on, too.
  await kill();
  await startLater(660);
  expect(await zone()).toMatchObject({ state: 'triggered', incident: { sounding: true } });
  expect(await journal('triggered')).toHaveLength(1);
  expect(await ask('GET', '/journal/verify')).toMatchObject({ ok: true });
}, 180_000);
