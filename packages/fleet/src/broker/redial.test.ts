import { expect, it } from 'vitest';
import { redialDelay } from './redial.js';

const HOUR_MS = 3_600_000;
const options = { reconnectTimeWait: 2_000, reconnectJitter: 0 };

/** Servers that are away, and a client that dials them in turn as that of NATS does. */
function dialling(servers: number) {
  let time = 0;
  let offset = 10 * HOUR_MS;
  const wall = () => time + offset;
  const delay = redialDelay(options, { wall, monotonic: () => time, random: () => 0 });
  const all = Array.from({ length: servers }, () => ({ last: 0 }));
  return {
    setBack(ms: number) {
      offset -= ms;
    },
    /** When it dialled within that time, and how often it asked how long to wait. */
    run(ms: number) {
      const end = time + ms;
      const dials: number[] = [];
      let asked = 0;
      while (time < end) {
        const wait = delay();
        asked += 1;
        const server = all.shift();
        if (!server) break;
        all.push(server);
        if (server.last === 0 || server.last + wait <= wall()) {
          server.last = wall();
          dials.push(time);
          time += 1;
        } else time += Math.max(1, Math.min(wait, server.last + wait - wall()));
      }
      return { dials, asked };
    },
  };
}

it('lets a server be dialled in its time, as the client does by itself', () => {
  expect(dialling(1).run(6_500).dials).toEqual([0, 2_000, 4_000, 6_000]);
});

it.each([1, 3])(
  'lets %i servers be dialled at once after the clock was set back, and never without a pause',
  (servers) => {
    const client = dialling(servers);
    client.run(60_000);
    client.setBack(2 * HOUR_MS);
    const { dials, asked } = client.run(60_000);
    expect(dials.length).toBeGreaterThanOrEqual(29);
    // As often as before, and once more in each wait.
    expect(dials.length).toBeLessThanOrEqual(30 * (servers + 1));
    expect(asked).toBeLessThanOrEqual(200);
  },
);

it('keeps the waits that are asked for, with the jitter of the client', () => {
  const waits = (more: object) => {
    let time = 0;
    const delay = redialDelay(more, {
      wall: () => time,
      monotonic: () => time,
      random: () => (time % 70_000) / 70_000,
    });
    return Array.from({ length: 200 }, () => {
      time += 10_000;
      return delay();
    });
  };
  expect(new Set(waits({ reconnectDelayHandler: () => 70 }))).toEqual(new Set([70]));
  expect(new Set(waits(options))).toEqual(new Set([2_000]));
  for (const wait of waits({})) expect(wait >= 2_000 && wait <= 2_100).toBe(true);
  expect(Math.max(...waits({ tls: {} }))).toBeGreaterThan(2_100);
});
