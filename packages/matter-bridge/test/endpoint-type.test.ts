import { Endpoint, Environment, MemoryStorageDriver, ServerNode, StorageService } from '@matter/main';
import { expect, it } from 'vitest';
import { initialOf } from '../src/endpoints/attributes.js';
import type { Control } from '../src/endpoints/control.js';
import { endpointTypeOf } from '../src/endpoints/endpoint-type.js';
import { exposablesIn } from '../src/mapping/house/exposables.js';
import { optionsFor, valuesOf, viewsOf } from './house.js';
import { madeUpHouse } from './made-up.js';

it('a thermostat tells how far its valve is open, which the library leaves out by itself', async () => {
  const environment = new Environment('test', Environment.default);
  const storage = new StorageService(environment);
  storage.registerDriver(MemoryStorageDriver as never);
  storage.defaultDriver = 'memory';
  const node = await ServerNode.create({ id: 'bridge', environment } as never);
  const parts = exposablesIn(viewsOf(madeUpHouse()), optionsFor()).flatMap(({ plan }) => plan?.parts ?? []);
  const part = parts.find(({ id }) => id === 'thermostat');
  if (part === undefined) throw new Error('no thermostat was made up');
  const control: Control = { command: async () => undefined, write: () => undefined };
  const values = valuesOf({ SET_POINT_TEMPERATURE: { valve_position: 35 } });
  const endpoint = new Endpoint(endpointTypeOf(part, control, false), {
    id: 'thermostat',
    ...initialOf(part, values),
  } as never);
  await node.add(endpoint);
  const { thermostat } = endpoint.state as unknown as Record<string, Record<string, unknown>>;
  expect(thermostat?.piHeatingDemand).toBe(35);
  expect(thermostat?.attributeList).toContain(8);
  await node.close();
});
