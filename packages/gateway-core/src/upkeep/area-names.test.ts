import type { Area } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { GatewayError } from '../use-case/errors.js';
import { createAreaNames } from './area-names.js';

const area = (name: string, ...rooms: string[]): Area => ({ id: name, name, rooms, position: 0 });

it('has the area of rooms that are all in it', async () => {
  const names = createAreaNames({ list: async () => [area('Down', 'Kitchen', 'Hall'), area('Up', 'Bath')] });
  expect(names.of(['Kitchen'])).toBeUndefined();
  expect(await names.read()).toBe(true);
  expect(names.of(['Kitchen'])).toBe('Down');
  expect(names.of(['Kitchen', 'Hall'])).toBe('Down');
  expect(names.of(['Kitchen', 'Bath'])).toBeUndefined();
  expect(names.of(['Kitchen', 'Garden'])).toBeUndefined();
  expect(names.of(['Garden', 'Kitchen'])).toBeUndefined();
  expect(names.of([])).toBeUndefined();
});

it('reports a change only where a room has another area', async () => {
  let areas = [area('Down', 'Kitchen', 'Hall')];
  const names = createAreaNames({ list: async () => areas });
  await names.read();
  areas = [area('Up'), area('Down', 'Hall', 'Kitchen')];
  expect(await names.read()).toBe(false);
  areas = [area('Up', 'Hall'), area('Down', 'Kitchen')];
  expect(await names.read()).toBe(true);
  areas = [area('Up', 'Hall')];
  expect(await names.read()).toBe(true);
  expect(names.of(['Kitchen'])).toBeUndefined();
});

it('keeps the last areas without storage, and passes a fault on', async () => {
  let failure: Error | undefined;
  const names = createAreaNames({
    list: async () => {
      if (failure !== undefined) throw failure;
      return [area('Down', 'Kitchen')];
    },
  });
  await names.read();
  failure = new GatewayError('service_unready', 'There is no storage');
  expect(await names.read()).toBe(false);
  expect(names.of(['Kitchen'])).toBe('Down');
  failure = new Error('a fault');
  await expect(names.read()).rejects.toBe(failure);
});
