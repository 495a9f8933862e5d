import { Endpoint, Environment, MemoryStorageDriver, ServerNode, StorageService } from '@matter/main';
import * as behaviors from '@matter/main/behaviors';
import * as devices from '@matter/main/devices';
import * as endpoints from '@matter/main/endpoints';
import { thermostatServerWith } from '../src/endpoints/endpoint-type.js';
import type { ClusterPlan, EndpointPlan, PartPlan, ValueReader } from '../src/index.js';

// The library's classes are chosen by the names that plans give, so that their types are known at run time only.
type Dynamic = Record<string, unknown>;
interface Composable {
  with(...parts: unknown[]): Composable;
  readonly deviceType: number;
  readonly deviceRevision: number;
}

function typeNamed(name: string): Composable {
  const found = (devices as Dynamic)[`${name}Device`] ?? (endpoints as Dynamic)[`${name}Endpoint`];
  if (found === undefined) throw new Error(`the library has no device type ${name}`);
  return found as Composable;
}

function behaviorOf({ name, features }: ClusterPlan): Composable {
  if (name === 'Thermostat') return thermostatServerWith(...(features as never)) as unknown as Composable;
  const found = (behaviors as Dynamic)[`${name}Server`];
  if (found === undefined) throw new Error(`the library has no cluster ${name}`);
  // Without features, too: what the library offers by itself is not what a plan says.
  return (found as Composable).with(...features);
}

const camel = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const stateOf = (clusters: readonly ClusterPlan[], values: ValueReader): Record<string, object> =>
  Object.fromEntries(
    clusters.map((each) => [camel(each.name), { ...each.initial, ...each.fixed, ...each.attributes(values) }]),
  );

const typesOf = (names: readonly string[]): readonly { deviceType: number; revision: number }[] =>
  names.map((name) => {
    const { deviceType, deviceRevision: revision } = typeNamed(name);
    return { deviceType, revision };
  });

function partOf(plan: PartPlan, values: ValueReader, extra: readonly unknown[] = [], more: object = {}): Endpoint {
  const [first] = plan.deviceTypes;
  const type = typeNamed(first).with(...extra, ...plan.clusters.map(behaviorOf));
  const state = { ...stateOf(plan.clusters, values), ...more, id: plan.id };
  return new Endpoint(type as never, state as never);
}

/** A plan as an endpoint of the library, as it stands below the aggregator. */
function bridged(plan: EndpointPlan, id: string, values: ValueReader): Endpoint {
  const information = (behaviors as Dynamic).BridgedDeviceBasicInformationServer;
  const isComposed = plan.deviceTypes[0] === 'BridgedNode';
  const endpoint = partOf(
    { id, deviceTypes: plan.deviceTypes, clusters: plan.clusters },
    values,
    isComposed ? [] : [information],
    {
      bridgedDeviceBasicInformation: {
        vendorName: plan.vendor,
        productName: plan.product,
        nodeLabel: plan.name,
        serialNumber: plan.serial,
        softwareVersionString: plan.firmware ?? '0',
        reachable: true,
        uniqueId: id,
      },
      descriptor: { deviceTypeList: typesOf([...plan.deviceTypes, ...(isComposed ? [] : ['BridgedNode'])]) },
    },
  );
  return endpoint;
}

/** A node that never goes online: its endpoints are checked by the library and nothing leaves the process. */
export async function offlineNode() {
  const environment = new Environment('test', Environment.default);
  const storage = new StorageService(environment);
  storage.registerDriver(MemoryStorageDriver as never);
  storage.defaultDriver = 'memory';
  const node = await ServerNode.create({ id: 'bridge', environment } as never);
  const aggregator = new Endpoint(endpoints.AggregatorEndpoint, { id: 'aggregator' });
  await node.add(aggregator);
  let count = 0;
  return {
    /** Adds a plan with its parts; fails where the library finds something that the standard does not allow. */
    async add(plan: EndpointPlan, values: ValueReader): Promise<Endpoint> {
      count += 1;
      const endpoint = bridged(plan, `e${count}`, values);
      await aggregator.add(endpoint);
      for (const part of plan.parts) {
        await endpoint.add(partOf(part, values, [], { descriptor: { deviceTypeList: typesOf(part.deviceTypes) } }));
      }
      return endpoint;
    },
    close: () => node.close(),
  };
}
