import { describe, expect, it } from 'vitest';
import type { IgnoredCcu } from '../ports/centrals.js';
import { createDiscovery } from './discovery.js';

const AT = 1_700_000_000_000;

describe('discovery', () => {
  /** A network with immediate answers, and a clock that the test moves. */
  function network() {
    let now = AT;
    const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
    const state = { heard: ['NEQ0000001', 'NEQ0000002'], searches: 0, open: 0, kept: [] as readonly IgnoredCcu[] };
    const settings = { pauseMs: 60_000 };
    const discovery = createDiscovery({
      records: {
        load: async () => state.kept,
        change: async (decide) => {
          state.kept = decide(state.kept);
        },
      },
      time: {
        now: () => now,
        after(delayMs, run) {
          const entry = { at: now + delayMs, run };
          waiting.add(entry);
          return () => void waiting.delete(entry);
        },
      },
      search: (hear) => {
        state.searches += 1;
        state.open += 1;
        for (const serial of state.heard) hear({ serial, name: serial, host: '192.168.1.9' });
        return () => {
          state.open -= 1;
        };
      },
      pauseMs: () => settings.pauseMs,
    });
    async function pass(ms: number): Promise<void> {
      const end = now + ms;
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).sort((x, y) => x.at - y.at);
        if (next === undefined) break;
        now = next.at;
        waiting.delete(next);
        next.run();
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      }
      now = end;
    }
    const serials = async () => {
      const asked = discovery.discovered();
      await pass(2_000);
      return (await asked).map(({ serial }) => serial);
    };
    return { discovery, state, settings, pass, serials, waiting: () => waiting.size };
  }

  it('looks when asked, leaves out the ignored ones, and forgets those that are gone', async () => {
    const { discovery, state, pass, serials } = network();
    expect(await serials()).toEqual(['NEQ0000001', 'NEQ0000002']);
    await discovery.ignore({ serial: 'NEQ0000001', ignoredAt: AT });
    expect(await serials()).toEqual(['NEQ0000002']);
    expect(await discovery.unignore('NEQ0000001')).toBe(true);
    expect(await discovery.unignore('NEQ0000001')).toBe(false);
    state.heard = [];
    await pass(31 * 60_000);
    expect(await serials()).toEqual([]);
    discovery.stop();
  });

  it('looks by itself as often as it is set, from the moment it is set, and not at all when it is switched off', async () => {
    const { discovery, state, settings, pass } = network();
    await pass(5 * 60_000);
    expect(state.searches).toBe(5);
    settings.pauseMs = 10_000;
    await pass(60_000);
    expect(state.searches).toBeGreaterThanOrEqual(5 + 5);
    settings.pauseMs = 0;
    const before = state.searches;
    await pass(10 * 60_000);
    expect(state.searches).toBe(before);
    discovery.stop();
  });

  it('searches the network once for all concurrent requests, and leaves nothing open when it ends', async () => {
    const { discovery, state, pass, waiting } = network();
    const [first, second] = [discovery.discovered(), discovery.discovered()];
    await pass(2_000);
    expect(await first).toEqual(await second);
    expect([state.searches, state.open]).toEqual([1, 0]);
    const third = discovery.discovered();
    expect(state.open).toBe(1);
    discovery.stop();
    expect(await third).toHaveLength(2);
    expect([state.open, waiting()]).toEqual([0, 0]);
  });
});
