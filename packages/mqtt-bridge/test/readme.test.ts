import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBrokerBridge } from '../src/index.js';
import { createMemoryBroker } from './memory-broker.js';
import { createPositions, createWorld, SWITCH } from './world.js';

it('the program of the README mirrors values to a broker', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const body = program
    .replaceAll(/^import (\{.*\}) from '@ccu-gateway\/mqtt-bridge';$/gm, 'const $1 = imported;')
    .replaceAll(/^export /gm, '');
  expect(body).not.toContain('import {');
  const bridgeTo = new Function('imported', `${body}; return bridgeTo;`)({ openBrokerBridge });

  const world = createWorld();
  world.set(true);
  const broker = createMemoryBroker(Date.now);
  broker.up();
  const silent = () => undefined;
  const bridge = await bridgeTo('mqtt://broker.example', {
    core: world.core,
    positions: createPositions(),
    log: { debug: silent, info: silent, warn: silent, error: silent },
    incident: silent,
    environment: {
      connect: broker.connect,
      now: Date.now,
      random: () => 0,
      wait: () => new Promise<void>((resolve) => setImmediate(resolve)),
      nextTurn: () => new Promise<void>((resolve) => setImmediate(resolve)),
      repeat: () => silent,
    },
  });
  await expect
    .poll(() => {
      broker.step(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
      return broker.kept.get(`ccu/home/status/${SWITCH}/3/STATE`);
    })
    .toContain('"val":true');
  const closed = bridge.close();
  broker.step(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  await closed;
});
