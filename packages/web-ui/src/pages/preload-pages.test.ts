import { expect, it } from 'vitest';
import { preloadPages } from './preload-pages.js';

it('fetches one page after the other, each while the browser is idle, and continues after a failure', async () => {
  const idle: (() => void)[] = [];
  const fetched: string[] = [];
  const pageOf = (name: string, fails = false) => ({
    component: {
      preload: async () => {
        fetched.push(name);
        if (fails) throw new Error('no network');
      },
    },
  });
  preloadPages([pageOf('devices'), pageOf('events', true), pageOf('system')], (run) => void idle.push(run));
  const seen: string[][] = [];
  while (idle.length > 0) {
    expect(idle).toHaveLength(1);
    idle.pop()!();
    await new Promise((resolve) => setImmediate(resolve));
    seen.push([...fetched]);
  }
  expect(seen).toEqual([['devices'], ['devices', 'events'], ['devices', 'events', 'system']]);
});
