import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startServer } from '../../../test/fixture.js';

type Answer = Parameters<typeof startServer>[0];

const update = {
  id: 'u1',
  central: 'home',
  interface: 'HmIP-RF',
  device_address: '0001D3C99C7F21',
  name: 'Thermostat',
  by: 'anna',
  from: '1.0.0',
  to: '1.2.0',
  state: 'asleep',
  tries: 1,
  added_at: '2026-06-01T12:00:00.000Z',
  reason: 'no_answer',
  waits_for: 'wakeup',
};
const plan = { when: 'now', paused: false, updates: [update], history: [{ ...update, id: 'u0', state: 'done' }] };
const device = { central: 'home', address: 'A0000001', name: 'Lamp', update_available: true };
const devices = [
  device,
  { ...device, address: update.device_address },
  { ...device, address: 'B0000001', update_available: false },
];

describe('firmware', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => gateway.close());
  const given = async (answer: Answer) => {
    gateway = await startServer(answer);
  };
  const run = (...argv: readonly string[]) => cli(['firmware', ...argv], { env: gateway.env });
  const writes = () =>
    gateway.seen.filter(({ method }) => method !== 'GET').map(({ method, path, body }: Seen) => [method, path, body]);

  it('shows each planned update with its obstacle, and the ended ones', async () => {
    await given(() => ({ body: plan }));
    expect((await run('status')).out).toBe(
      'u1\t0001D3C99C7F21\tThermostat\t1.0.0\t1.2.0\tasleep\twaits until the device wakes, 1 failed try, no_answer\thome\n',
    );
    expect((await run('status', '--history')).out).toContain('u0\t0001D3C99C7F21\tThermostat\t1.0.0\t1.2.0\tdone\t');
  });

  it('plans every device with an update that is not planned yet, at night', async () => {
    await given(({ path }) => ({ body: path.startsWith('/api/v1/devices') ? { items: devices, total: 3 } : plan }));
    const answer = await run('plan', '--all', '--when', 'night', '--yes');
    expect(answer).toMatchObject({ code: 0, out: 'planned 1 device; to follow: ccu-gateway firmware status\n' });
    expect(writes()).toEqual([
      ['PATCH', '/api/v1/firmware/plan', { when: 'night' }],
      ['POST', '/api/v1/firmware/plan', { devices: [{ central: 'home', address: 'A0000001' }] }],
    ]);
  });

  it('plans named devices of one CCU, and nothing without a confirmation', async () => {
    await given(() => ({ body: plan }));
    expect(await run('plan', 'A0000001', 'B0000001', '--central', 'home')).toMatchObject({ code: 2 });
    expect(writes()).toEqual([]);
    await run('plan', 'A0000001', 'B0000001', '--central', 'home', '--yes');
    const planned = ['A0000001', 'B0000001'].map((address) => ({ central: 'home', address }));
    expect(writes()).toEqual([['POST', '/api/v1/firmware/plan', { devices: planned }]]);
  });

  it('refuses a plan without devices, with both kinds of them, and at an unknown time, before it asks the gateway', async () => {
    await given(() => ({ body: plan }));
    for (const argv of [[], ['A0000001', '--all'], ['--all', '--when', 'noon']])
      expect(await run('plan', ...argv)).toMatchObject({ code: 2 });
    expect(gateway.seen).toEqual([]);
  });

  it('pauses, resumes, and removes an update', async () => {
    await given(() => ({ body: plan }));
    expect((await run('pause')).out).toBe('the plan is paused\n');
    expect((await run('resume')).out).toBe('the plan goes on\n');
    expect((await run('abort', 'u1')).out).toBe('removed u1 from the plan\n');
    expect(writes()).toEqual([
      ['PATCH', '/api/v1/firmware/plan', { paused: true }],
      ['PATCH', '/api/v1/firmware/plan', { paused: false }],
      ['DELETE', '/api/v1/firmware/plan/u1', undefined],
    ]);
  });
});
