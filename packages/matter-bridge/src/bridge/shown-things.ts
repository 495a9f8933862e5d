import { incidentSummary } from '@ccu-gateway/gateway-core';
import type { ActionContext } from '@matter/main';
import type { ActAs } from '../commands/dispatcher.js';
import { createEndpointTypes } from '../endpoints/endpoint-type.js';
import { createLiveEndpoint, type LiveEndpoint, type LiveEndpointOptions } from '../endpoints/live-endpoint.js';
import { createPresses } from '../endpoints/presses.js';
import { type House, inputKey } from '../house/house.js';
import type { EndpointPlan } from '../mapping/plan.js';
import type { BridgeNode } from '../node/bridge-node.js';
import type { Count } from '../ports/activity.js';
import type { BridgePorts } from '../ports/ports.js';
import type { TellOnce } from './told-once.js';

/** The things that are shown just now. */
export interface ShownThings {
  /** Makes it these, and no others. Calls wait for each other. */
  show(plans: readonly EndpointPlan[]): Promise<void>;
  count(): number;
  /** A value or a state changed: attributes that depend on it are set at the end of this turn. */
  onInput(key: string): void;
  onPress(key: string): void;
  refreshAll(): Promise<void>;
  checkReachability(): Promise<void>;
}

interface Parts {
  readonly node: BridgeNode;
  readonly house: House;
  readonly ports: Pick<BridgePorts, 'store' | 'clock' | 'log'>;
  /** Reports a failure at one thing; the others are exposed. */
  readonly tell: TellOnce;
  readonly count: Count;
  readonly actAs: (context: ActionContext) => ActAs;
}

/** Parts of an endpoint that cannot change while it exists. */
const shapeOf = ({ deviceTypes, clusters, parts }: EndpointPlan): string =>
  JSON.stringify([{ deviceTypes, clusters }, ...parts].map(outline));

const outline = (shape: Pick<EndpointPlan, 'deviceTypes' | 'clusters'>) => [
  shape.deviceTypes,
  shape.clusters.map(({ name, features, fixed, commands, writable }) => [
    name,
    features,
    fixed,
    Object.keys(commands),
    Object.keys(writable),
  ]),
];

/** Makes the endpoint of a plan and puts it into the node. One that fails is an incident, and the others are shown. */
async function addTo(node: BridgeNode, options: LiveEndpointOptions): Promise<LiveEndpoint | undefined> {
  const { plan, incident, log } = options;
  try {
    const live = createLiveEndpoint(options);
    await node.aggregator.add(live.endpoint);
    await live.settle();
    return live;
  } catch (error) {
    incident({ summary: incidentSummary('matter_not_shown', { name: plan.name }), detail: String(error) });
    log.warn('matter endpoint failed', { key: plan.key, error });
    return undefined;
  }
}

function indexOf(things: Iterable<LiveEndpoint>): Map<string, LiveEndpoint[]> {
  const index = new Map<string, LiveEndpoint[]>();
  for (const live of things) {
    for (const key of live.plan().inputs.map(inputKey)) index.set(key, [...(index.get(key) ?? []), live]);
  }
  return index;
}

/** Runs once for each argument of one turn, at its end. */
function oncePerTurn<Told>(run: (each: Told) => void): (each: Told) => void {
  const gathered = new Set<Told>();
  const flush = () => {
    const all = [...gathered];
    gathered.clear();
    all.forEach(run);
  };
  return (each) => {
    if (gathered.size === 0) queueMicrotask(flush);
    gathered.add(each);
  };
}

type Failed = (plan: EndpointPlan, error: unknown) => void;

/** The live endpoints of the node. `become` makes them those of these plans, and no others. */
function createThings({ node, house, ports, tell, count, actAs }: Parts, failed: Failed) {
  const things = new Map<string, { readonly live: LiveEndpoint; readonly shape: string }>();
  const types = createEndpointTypes();

  async function add(plan: EndpointPlan): Promise<void> {
    const live = await addTo(node, {
      ...ports,
      plan,
      numberOf: (part) => ports.store.numberOf(part === undefined ? plan.key : `${plan.key}/${part}`),
      isReachable: house.isReachable(plan.central, plan.address),
      values: house.values,
      actAs,
      count,
      types,
      incident: (incident) => tell(plan.key, incident),
    });
    if (live !== undefined) things.set(plan.key, { live, shape: shapeOf(plan) });
  }

  async function remove(key: string): Promise<void> {
    const thing = things.get(key);
    things.delete(key);
    await thing?.live.endpoint.close().catch((error: unknown) => failed(thing.live.plan(), error));
  }

  return {
    count: () => things.size,
    *all(): Generator<LiveEndpoint, void> {
      for (const { live } of things.values()) yield live;
    },
    async become(plans: readonly EndpointPlan[]): Promise<void> {
      const wanted = new Map(plans.map((plan) => [plan.key, plan]));
      for (const [key, { shape }] of [...things]) {
        const plan = wanted.get(key);
        if (plan === undefined || shapeOf(plan) !== shape) await remove(key);
      }
      for (const plan of wanted.values()) {
        const known = things.get(plan.key);
        if (known === undefined) await add(plan);
        else await known.live.replan(plan).catch((error: unknown) => failed(plan, error));
      }
    },
  };
}

export function createShownThings(parts: Parts): ShownThings {
  const { house, ports, tell, count } = parts;
  const failed: Failed = ({ key, name }, error) => {
    tell(key, { summary: incidentSummary('matter_shown_wrong', { name }), detail: String(error) });
  };
  const things = createThings(parts, failed);
  const presses = createPresses(ports.clock, (live, error) => failed(live.plan(), error));
  let byInput = new Map<string, LiveEndpoint[]>();
  const refreshSoon = oncePerTurn((live: LiveEndpoint) => {
    const { key } = live.plan();
    live.refresh().catch((error: unknown) => ports.log.warn('matter refresh failed', { key, error }));
  });
  let last: Promise<void> = Promise.resolve();

  async function become(plans: readonly EndpointPlan[]): Promise<void> {
    await things.become(plans);
    const live = [...things.all()];
    byInput = indexOf(live);
    presses.follow(live);
  }

  return {
    show(plans) {
      const next = last.then(() => become(plans));
      last = next.catch(() => undefined);
      return next;
    },
    count: things.count,
    onInput(key) {
      for (const live of byInput.get(key) ?? []) refreshSoon(live);
    },
    onPress(key) {
      if (presses.onPress(key)) count('presses');
    },
    async refreshAll() {
      for (const live of things.all()) await live.refresh();
    },
    async checkReachability() {
      for (const live of things.all()) {
        const { central, address } = live.plan();
        await live.setReachable(house.isReachable(central, address)).catch((error) => failed(live.plan(), error));
      }
    },
  };
}
