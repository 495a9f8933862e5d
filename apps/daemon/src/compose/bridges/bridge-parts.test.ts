import { GatewayError } from '@ccu-gateway/gateway-core';
import { expect, it } from 'vitest';
import { createUnopened, positionsIn } from './bridge-parts.js';

function createWorld(kept: Readonly<Record<string, string>> = {}) {
  const states = new Map(Object.entries(kept));
  const warnings: unknown[] = [];
  const log = { warn: (_text: string, fields?: unknown) => void warnings.push(fields) };
  const store = {
    load: async (key: string) => states.get(key),
    save: async (key: string, value: string | undefined) =>
      void (value === undefined ? states.delete(key) : states.set(key, value)),
    keys: async (prefix: string) => [...states.keys()].filter((key) => key.startsWith(prefix)),
  };
  return { states, warnings, log, store, positions: positionsIn(store, 'mqtt.position', log) };
}

it('keeps the positions of what is configured, and nothing else is touched', async () => {
  const position = { epoch: 'e', seq: 7 };
  const others = { 'webhook.position.gone': '{}', 'mqtt.position.home/session': 'of a CCU of that name', home: '' };
  const { states, positions } = createWorld(others);
  for (const name of ['stays', 'gone', 'gone.too']) await positions.save(name, position);
  await positions.keepOnly(['stays', 'new']);
  expect(await positions.load('stays')).toEqual(position);
  expect(await positions.load('gone')).toBeUndefined();
  expect([...states.keys()].sort()).toEqual([...Object.keys(others), 'mqtt.position.stays'].sort());
});

it('reports positions that could not be removed, and goes on', async () => {
  const { store, log, warnings } = createWorld();
  const error = new Error('the disk is full');
  const keys = () => Promise.reject(error);
  await positionsIn({ ...store, keys }, 'mqtt.position', log).keepOnly([]);
  await positionsIn(undefined, 'mqtt.position', log).keepOnly([]);
  expect(warnings).toEqual([{ prefix: 'mqtt.position', error }]);
});

it('reports why a configured part could not be opened, until it is open', async () => {
  const unopened = createUnopened();
  const refusal = new GatewayError('validation', 'mqtt.brokers.house.ca_file cannot be read (ENOENT)');
  await expect(unopened.watch(['house', 'open'], Promise.reject(refusal))).rejects.toBe(refusal);
  const findings = () => unopened.findings((name) => name === 'open');
  expect(findings()).toEqual([{ name: 'house', status: 'degraded', note: `not open: ${refusal.message}` }]);
  await unopened.watch(['house', 'open'], Promise.resolve());
  expect(findings()).toEqual([]);
});
