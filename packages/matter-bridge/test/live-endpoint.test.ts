import { randomInt } from 'node:crypto';
import { NetworkSimulator } from '@matter/main';
import { afterEach, expect, it } from 'vitest';
import { identityOf } from '../src/bridge/bridge.js';
import { createEndpointTypes } from '../src/endpoints/endpoint-type.js';
import { createLiveEndpoint, type LiveEndpoint } from '../src/endpoints/live-endpoint.js';
import { exposablesIn, type MatterStore } from '../src/index.js';
import type { EndpointPlan, ValueReader } from '../src/mapping/plan.js';
import { type BridgeNode, createBridgeNode } from '../src/node/bridge-node.js';
import { logTo } from '../src/node/log.js';
import type { BridgeIncident } from '../src/ports/ports.js';
import { createManualClock } from './bridge-world.js';
import { optionsFor, viewsOf } from './house.js';
import { addressOf, madeUpHouse } from './made-up.js';
import { memoryStore } from './memory-store.js';

const exposables = exposablesIn(viewsOf(madeUpHouse()), optionsFor());
const silent = () => undefined;
const SILENT = { debug: silent, info: silent, warn: silent, error: silent };
const incidents: BridgeIncident[] = [];
const nodes: BridgeNode[] = [];
afterEach(async () => {
  for (const { server } of nodes.splice(0)) await server.close();
  expect(incidents.splice(0)).toEqual([]);
});

async function nodeOn(store: MatterStore): Promise<BridgeNode> {
  logTo(SILENT);
  const identity = identityOf({ store, randomInt });
  const onErase = () => undefined;
  const network = new NetworkSimulator().addHost(1);
  const node = await createBridgeNode({ store, identity, name: 'Test', version: '1', port: 0, network, onErase });
  nodes.push(node);
  return node;
}

function planOf(kind: string): EndpointPlan {
  const plan = exposables.find(({ address }) => address === addressOf(kind))?.plan;
  if (plan === undefined) throw new Error(`no ${kind}`);
  return plan;
}

/** Shows a thing whose custom data point is in this state, as far as `now` says. */
async function show(node: BridgeNode, plan: EndpointPlan, now: Record<string, unknown>, isReachable = true) {
  const values: ValueReader = { value: () => undefined, state: () => now };
  const live = createLiveEndpoint({
    plan,
    numberOf: (part) => 2 + plan.parts.findIndex(({ id }) => id === part) + 1,
    isReachable,
    values,
    clock: createManualClock(),
    log: SILENT,
    count: silent,
    types: createEndpointTypes(),
    actAs: () => () => ({}) as never,
    incident: (incident) => void incidents.push(incident),
  });
  await node.aggregator.add(live.endpoint);
  await live.settle();
  return live;
}

// The types of the library know the clusters of literal device types only.
const stateOf = ({ endpoint }: Pick<LiveEndpoint, 'endpoint'>) =>
  endpoint.state as unknown as Readonly<Record<string, Record<string, unknown>>>;

it('shows the current values, and not those that the library stored before', async () => {
  const store = memoryStore();
  const node = await nodeOn(store);
  const plug = planOf('plug');
  const first = await show(node, plug, { is_on: true });
  expect(stateOf(first)).toMatchObject({ onOff: { onOff: true }, bridgedDeviceBasicInformation: { reachable: true } });
  await first.endpoint.close();
  const renamed = { ...plug, name: 'Reading lamp' };
  const again = await show(node, renamed, { is_on: false }, false);
  expect(stateOf(again).onOff).toMatchObject({ onOff: false });
  await node.server.close();
  const afterRestart = await show(await nodeOn(store), { ...plug, name: 'Lamp' }, { is_on: true });
  expect(stateOf(afterRestart)).toMatchObject({
    onOff: { onOff: true },
    bridgedDeviceBasicInformation: { nodeLabel: 'Lamp', reachable: true },
  });
});

it('shows the current value again where a write of a controller failed', async () => {
  const now = { target_temperature: 21, current_temperature: 20.5, mode: 'heat' };
  const live = await show(await nodeOn(memoryStore()), planOf('thermostat'), now);
  const endpoint = [...live.endpoint.parts].find((part) => 'thermostat' in stateOf({ endpoint: part }));
  const setpoint = () => endpoint && stateOf({ endpoint }).thermostat?.occupiedHeatingSetpoint;
  expect(setpoint()).toBe(2100);
  await endpoint?.set({ thermostat: { occupiedHeatingSetpoint: 2500 } } as never);
  expect(setpoint()).toBe(2500);
  await live.refresh();
  expect(setpoint()).toBe(2100);
});
