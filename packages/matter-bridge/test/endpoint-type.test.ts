import { Endpoint, Environment, MemoryStorageDriver, ServerNode, StorageService } from '@matter/main';
import { expect, it } from 'vitest';
import { initialOf } from '../src/endpoints/attributes.js';
import type { Control } from '../src/endpoints/control.js';
import { createEndpointTypes, type EndpointTypes, type Shape } from '../src/endpoints/endpoint-type.js';
import { onOff } from '../src/mapping/clusters/on-off.js';
import { exposablesIn } from '../src/mapping/house/exposables.js';
import { optionsFor, valuesOf, viewsOf } from './house.js';
import { madeUpHouse } from './made-up.js';

it('a thermostat reports the position of its valve, which the library leaves out by itself', async () => {
  const node = await offline();
  const parts = exposablesIn(viewsOf(madeUpHouse()), optionsFor()).flatMap(({ plan }) => plan?.parts ?? []);
  const part = parts.find(({ id }) => id === 'thermostat');
  if (part === undefined) throw new Error('no thermostat was made up');
  const control: Control = { command: async () => undefined, write: () => undefined };
  const values = valuesOf({ SET_POINT_TEMPERATURE: { valve_position: 35 } });
  const types = createEndpointTypes();
  const endpoint = new Endpoint(types.typeOf(part, false), {
    id: 'thermostat',
    ...initialOf(part, values),
  } as never);
  types.bind(endpoint, part, control);
  await node.add(endpoint);
  const { thermostat } = endpoint.state as unknown as Record<string, Record<string, unknown>>;
  expect(thermostat?.piHeatingDemand).toBe(35);
  expect(thermostat?.attributeList).toContain(8);
  await node.close();
});

it('endpoints of one shape share one type, and each leads to its own control', async () => {
  const types = createEndpointTypes();
  const shape = (reason: string): Shape => {
    const of = { kind: 'custom_data_point', central: reason, address: '1', name: 'STATE' } as const;
    const on = onOff({ of, on: 'on', off: 'off', state: 'is_on', isLight: false, timer: undefined });
    return { deviceTypes: ['OnOffPlugInUnit'], clusters: [on] };
  };
  expect(types.typeOf(shape('a'), false)).toBe(types.typeOf(shape('b'), false));
  expect(types.typeOf(shape('a'), true)).not.toBe(types.typeOf(shape('a'), false));
  const { node, told } = await nodeWith(types, { a: shape('a'), b: shape('b') });
  const [, second] = [...node.parts];
  await second?.act(async (agent) => (agent as unknown as { onOff: { on(): Promise<void> } }).onOff.on());
  expect(told).toEqual(['b on home b']);
  await node.close();
});

/** A node with an endpoint for each shape, and what their controls were told. */
async function nodeWith(types: EndpointTypes, shapes: Readonly<Record<string, Shape>>) {
  const node = await offline();
  const told: string[] = [];
  for (const [id, shape] of Object.entries(shapes)) {
    const endpoint = new Endpoint(types.typeOf(shape, false), { id } as never);
    types.bind(endpoint, shape, {
      async command(_context, cluster, { command, args }) {
        const meant = cluster.commands[command]?.(args, valuesOf());
        told.push(`${id} ${command} home ${meant?.kind === 'operation' ? meant.of.central : ''}`);
      },
      write: () => undefined,
    });
    await node.add(endpoint);
  }
  return { node, told };
}

async function offline(): Promise<ServerNode> {
  const environment = new Environment('test', Environment.default);
  const storage = new StorageService(environment);
  storage.registerDriver(MemoryStorageDriver as never);
  storage.defaultDriver = 'memory';
  return ServerNode.create({ id: 'bridge', environment } as never);
}
