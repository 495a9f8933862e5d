import { createMemoryWire, openCalls } from '@ccu-gateway/fleet';
import type { RadioTrafficCount } from '@ccu-gateway/gateway-core/use-cases';
import { expect, it } from 'vitest';
import type { Member } from './members.js';
import { answerRadioTraffic, remoteRadioTraffic } from './radio-ports.js';

const HOUR_MS = 3_600_000;
const FROM = 480_000 * HOUR_MS;
const hours = (...newest: readonly number[]) => [...new Array(24 - newest.length).fill(0), ...newest];
const row = (address: string, counts: readonly number[], subject?: string) => ({
  ...{ central: 'home', address, interfaceId: 'home-HmIP-RF', hours: counts },
  ...(subject === undefined ? {} : { subject }),
});
const count = (changes: Partial<RadioTrafficCount>): RadioTrafficCount => ({
  ...{ since: FROM, from: FROM, writes: [], reports: [], unlisted: { writes: 0, reports: 0 } },
  ...changes,
});

/** A gateway that asks these others. */
function remoteOf(others: readonly RadioTrafficCount[]) {
  const wire = createMemoryWire();
  const members = others.map((each, index) => {
    const id = `g${index}`;
    openCalls({ wire, id, handlers: answerRadioTraffic({ traffic: async () => each }) });
    return { id, name: id, roles: ['all'] };
  });
  const calls = openCalls({ wire, id: 'own' });
  return {
    ...{ id: 'own', name: 'own' },
    others: async () => members,
    callMember: (id: string, method: string, args: unknown, options: { readonly timeoutMs: number }) =>
      calls.call(id, method, args, options),
  };
}

/** A gateway that has counted `own`, and others that it asks. */
function fleetOf(own: RadioTrafficCount, others: readonly RadioTrafficCount[]) {
  const remote = remoteOf(others);
  const gone: Member[] = [];
  const all = { ...remote, others: async () => [...(await remote.others()), ...gone] };
  return { gone, ...remoteRadioTraffic({ traffic: async () => own }, all) };
}

it('is what all gateways have counted, each write and each report once', async () => {
  const own = count({
    writes: [row('A1', hours(2), 'anna'), row('A1', hours(1), 'ben')],
    unlisted: { writes: 1, reports: 0 },
  });
  const link = count({
    ...{ since: FROM + 5, writes: [row('A1', hours(3, 4), 'anna')], reports: [row('A1', hours(7))] },
    unlisted: { writes: 1, reports: 2 },
  });
  const before = count({ reports: [row('A1', hours(5, 0)), row('B1', hours(9))] });
  expect(await fleetOf(own, [link, before]).traffic()).toEqual({
    ...{ since: FROM, from: FROM, unlisted: { writes: 2, reports: 2 } },
    writes: [row('A1', hours(3, 6), 'anna'), row('A1', hours(1), 'ben')],
    reports: [row('A1', hours(5, 7)), row('B1', hours(9))],
  });
});

it('counts hours as what they are where another one runs at a gateway already', async () => {
  const own = count({ reports: [row('A1', hours(1, 2))] });
  const ahead = count({ from: FROM + HOUR_MS, reports: [row('A1', hours(4, 8))] });
  expect(await fleetOf(own, [ahead]).traffic()).toMatchObject({
    from: FROM,
    reports: [row('A1', hours(1, 2 + 4 + 8))],
  });
  expect(await fleetOf(ahead, [own]).traffic()).toMatchObject({
    from: FROM + HOUR_MS,
    reports: [row('A1', hours(1, 2 + 4, 8))],
  });
});

it('is not shifted by a clock that is wrong', async () => {
  const own = count({ reports: [row('A1', hours(1, 2))] });
  for (const off of [-25, -2, 2, 25]) {
    const wrong = count({ from: FROM + off * HOUR_MS, reports: [row('A1', hours(4, 8))] });
    expect(await fleetOf(own, [wrong]).traffic()).toMatchObject({ from: FROM, reports: [row('A1', hours(5, 10))] });
  }
});

it('is refused where the gateways are not known', async () => {
  const broken = { ...remoteOf([]), others: () => Promise.reject(new Error('canary')) };
  const { traffic } = remoteRadioTraffic({ traffic: async () => count({}) }, broken);
  await expect(traffic()).rejects.toMatchObject({ code: 'service_unready', details: { reason: 'no_member' } });
});

it('is refused while a present gateway does not answer', async () => {
  const { traffic, gone } = fleetOf(count({}), [count({})]);
  gone.push({ id: 'silent', name: 'link-2', roles: ['link'] });
  await expect(traffic()).rejects.toMatchObject({
    code: 'service_unready',
    message: expect.stringContaining('link-2'),
    details: { reason: 'no_member' },
  });
});
