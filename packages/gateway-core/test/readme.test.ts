import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as gatewayCore from '../src/index.js';
import { createWorld, SWITCH } from './world.js';

it('the bridge of the README switches a light when a variable changes', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const program = /```js\n([\s\S]*?)```/.exec(readme)![1]!;
  const body = program
    .replaceAll(/^import (\{.*\}) from '@ccu-gateway\/gateway-core';$/gm, 'const $1 = gatewayCore;')
    .replaceAll(/^export /gm, '');
  expect(body).not.toContain('import');
  const start = new Function('gatewayCore', `${body}; return startBridge;`) as (
    core: typeof gatewayCore,
  ) => (core: gatewayCore.GatewayCore) => { close(): void };

  const world = createWorld();
  world.setAway(false);
  const bridge = start(gatewayCore)(world.core);
  world.setAway(true);
  world.events.flush();
  await expect.poll(() => world.recorded).toMatchObject([{ user: 'my-bridge', deviceAddress: SWITCH }]);
  bridge.close();
});
