import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { startMatterBridge } from '../src/index.js';
import { createTestHouse, plugAddresses, startTestBridge } from './bridge-world.js';

it('the program of the README passes its ports on, and opens the window once the bridge listens', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const body = program
    .replaceAll(/^import (\{.*\}) from '@ccu-gateway\/matter-bridge';$/gm, 'const $1 = imported;')
    .replaceAll(/^export /gm, '');
  expect(body).not.toContain('import {');
  // The bridge of this test is in a network of its own instead of that of the machine.
  const test = await startTestBridge({ house: createTestHouse(plugAddresses(1)) });
  const given: Parameters<typeof startMatterBridge>[0][] = [];
  const imported = {
    startMatterBridge: async (options: Parameters<typeof startMatterBridge>[0]) => {
      given.push(options);
      return test.supervised;
    },
  };
  const { exposeHome, openWindow } = new Function('imported', `${body}; return { exposeHome, openWindow };`)(imported);
  const ports = {};
  const matter = await exposeHome(ports);
  expect(given).toEqual([{ ports, settings: expect.objectContaining({ port: 5540, profile: 'all' }) }]);
  expect(() => openWindow({ status: () => ({ listening: false }) })).toThrow('the bridge is starting');
  await openWindow(matter);
  expect(test.supervised.status()).toMatchObject({ commissioning_window_open: true });
  await test.stop();
});
