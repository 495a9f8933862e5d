import { randomInt } from 'node:crypto';
import { NetworkSimulator } from '@matter/main';
import { expect, it } from 'vitest';
import { createManualClock } from '../../test/bridge-world.js';
import { memoryStore } from '../../test/memory-store.js';
import { createBridgeNode } from '../node/bridge-node.js';
import { logTo } from '../node/log.js';
import { identityOf } from './bridge.js';
import { createWindow } from './window.js';

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

async function windowOf() {
  logTo(log);
  const store = memoryStore();
  const identity = identityOf({ store, randomInt });
  const network = new NetworkSimulator().addHost(1);
  const name = 'Test';
  const node = await createBridgeNode({ store, identity, name, version: '1', port: 5540, network, onErase: silent });
  const happened: string[] = [];
  const clock = createManualClock();
  const window = createWindow(node, () => ({ ...identity, qr_code: '', manual_code: '' }), {
    clock,
    log,
    publish: ({ type, payload }) => void happened.push(`${type} ${'stage' in payload ? payload.stage : ''}`.trim()),
    record: ({ action, note = '' }) => void happened.push(`${action}: ${note}`),
  });
  await node.server.start();
  return { node, window, happened, clock };
}

it('is closed when the library has counted 20 wrong passcodes, with an entry in the history of changes, and opens again [K28]', async () => {
  const { node, window, happened } = await windowOf();
  await window.open(900);
  await node.secureChannel().tooManyPaseErrors.emit();
  expect(window.isOpen()).toBe(false);
  expect(happened.toSorted()).toEqual([
    'matter.commissioning_progress too_many_failures',
    'matter.commissioning_progress window_closed',
    'matter.commissioning_window_opened',
    'matter_window_close: the passcode was wrong 20 times',
  ]);
  await window.open(900);
  expect(window.isOpen()).toBe(true);
  await node.server.close();
});

it('closes when its time is over', async () => {
  const { node, window, clock } = await windowOf();
  await window.open(180);
  clock.pass(179_999);
  expect([window.isOpen(), window.seconds()]).toEqual([true, 180]);
  clock.pass(1);
  await expect.poll(() => window.isOpen()).toBe(false);
  await node.server.close();
});
