import { incidentSummary, type Logger } from '@ccu-gateway/gateway-core';
import { type ActionContext, Endpoint } from '@matter/main';
import { hasRemoteActor } from '@matter/main/protocol';
import { type ActAs, createDispatcher } from '../commands/dispatcher.js';
import { refusalStatus } from '../commands/statuses.js';
import type { ClusterPlan, EndpointPlan, Meaning, Refused, ValueReader, WriteIntent } from '../mapping/plan.js';
import type { Count } from '../ports/activity.js';
import type { BridgeClock, BridgeIncident } from '../ports/ports.js';
import { type Attributes, attributesOf, changesBetween, initialOf } from './attributes.js';
import type { Control } from './control.js';
import { idFor } from './endpoint-id.js';
import { deviceTypeList, type EndpointTypes, type Shape } from './endpoint-type.js';
import { createHeld, type Held } from './held.js';

/** One exposed thing. */
export interface LiveEndpoint {
  readonly endpoint: Endpoint;
  readonly plan: () => EndpointPlan;
  /** Called once it is part of a node: replaces values that the library stored in an earlier run. */
  settle(): Promise<void>;
  /** Applies the current values; a failure is an incident and leaves the other attributes unchanged. */
  refresh(): Promise<void>;
  setReachable(isReachable: boolean): Promise<void>;
  /** Takes over another name, room or firmware; the shape must be the same. */
  replan(plan: EndpointPlan): Promise<void>;
}

export interface LiveEndpointOptions {
  readonly plan: EndpointPlan;
  /** The number of the thing, or of one of its parts. */
  readonly numberOf: (part?: string) => number;
  readonly isReachable: boolean;
  readonly values: ValueReader;
  readonly clock: BridgeClock;
  readonly log: Logger;
  /** Access for the controller of a command. */
  readonly actAs: (context: ActionContext) => ActAs;
  readonly incident: (incident: BridgeIncident) => void;
  readonly count: Count;
  readonly types: EndpointTypes;
}

const basicsOf = ({ name, vendor, product, serial, firmware }: EndpointPlan, isReachable: boolean) => ({
  nodeLabel: name,
  vendorName: vendor,
  productName: product,
  productLabel: product,
  serialNumber: serial,
  ...(firmware === undefined ? {} : { softwareVersionString: firmware }),
  reachable: isReachable,
});

/** Room and floor, in the words that Matter's specification has for them as labels. */
const labelsOf = ({ room, area }: EndpointPlan) => [
  ...(room === undefined ? [] : [{ label: 'room', value: room }]),
  ...(area === undefined ? [] : [{ label: 'floor', value: area }]),
];

/**
 * Makes the endpoint of a thing. It is not part of a node yet.
 *
 * @throws Error when the plan cannot be an endpoint: nothing of it stays
 */
export function createLiveEndpoint(options: LiveEndpointOptions): LiveEndpoint {
  const { values, numberOf, incident } = options;
  let { plan } = options;
  let isReachable = options.isReachable;
  const held = createHeld(options.clock);
  const shown = shownOf(options);
  // The thing itself always comes first, before its parts.
  const [{ endpoint }] = shown as readonly [Shown, ...Shown[]];

  /** Every thing has these clusters, but the type of its endpoint is composed at run time and lacks them. */
  const setBasics = (basics: Partial<ReturnType<typeof basicsOf>>, labels?: ReturnType<typeof labelsOf>) =>
    endpoint.set({
      bridgedDeviceBasicInformation: basics,
      ...(labels === undefined ? {} : { fixedLabel: { labelList: labels } }),
    } as never);

  async function refresh(): Promise<void> {
    for (const each of shown) {
      await each.refresh().catch((error: unknown) => {
        incident({ summary: incidentSummary('matter_shown_wrong', { name: plan.name }), detail: String(error) });
      });
    }
  }

  return {
    endpoint,
    plan: () => plan,
    async settle() {
      await setBasics(basicsOf(plan, isReachable), labelsOf(plan));
      await refresh();
    },
    refresh,
    async setReachable(next) {
      if (next === isReachable) return;
      isReachable = next;
      await setBasics({ reachable: next });
    },
    async replan(next) {
      const before = plan;
      plan = next;
      const { reachable: _, ...basics } = basicsOf(next, isReachable);
      // The devices are read again after each of their changes, and most things stay the same.
      const told = (each: EndpointPlan) => JSON.stringify([basicsOf(each, isReachable), labelsOf(each)]);
      if (told(before) === told(next)) return;
      await setBasics(basics, labelsOf(next));
    },
  };

  function shownOf({ plan: whole, ...rest }: LiveEndpointOptions): readonly Shown[] {
    const control = controlOf({ plan: whole, ...rest }, { held, refresh });
    const around = { control, values, held, count: rest.count, types: rest.types };
    const parts = whole.parts.map((part) => show(part, around, { id: idFor(part.id), number: numberOf(part.id) }));
    const basics = basicsOf(whole, isReachable);
    const own = show(whole, around, {
      id: idFor(whole.key),
      number: numberOf(),
      bridgedDeviceBasicInformation: basics,
      fixedLabel: { labelList: labelsOf(whole) },
      parts: parts.map((part) => part.endpoint),
    });
    return [own, ...parts];
  }
}

interface Shown {
  readonly endpoint: Endpoint;
  refresh(): Promise<void>;
}

interface Around extends Pick<LiveEndpointOptions, 'values' | 'count' | 'types'> {
  readonly control: Control;
  readonly held: Held;
}

function show(
  shape: Shape,
  { control, values, held, count, types }: Around,
  config: Readonly<Record<string, unknown>>,
): Shown {
  const isBridged = 'bridgedDeviceBasicInformation' in config;
  // The types of the library have literal names of clusters only; those of a plan are made at run time.
  const endpoint = new Endpoint(types.typeOf(shape, isBridged), {
    ...config,
    descriptor: { deviceTypeList: deviceTypeList(shape.deviceTypes) },
    ...initialOf(shape, values),
  } as never);
  types.bind(endpoint, shape, control);
  return {
    endpoint,
    async refresh() {
      // Compared with the attributes that controllers see, not with the last set ones: controllers write attributes,
      // too.
      const change = changesBetween(endpoint.state as Attributes, attributesOf(shape, values, held));
      if (Object.keys(change).length === 0) return;
      count('changes');
      // As above: the names of clusters and attributes are those of the plan, which the library checks when it takes them.
      await endpoint.set(change as never);
    },
  };
}

function controlOf(
  options: Omit<LiveEndpointOptions, 'isReachable' | 'numberOf'>,
  { held, refresh }: { readonly held: Held; readonly refresh: () => Promise<void> },
): Control {
  const { plan, values, clock, actAs, incident, count } = options;
  const dispatcher = createDispatcher(clock, count);

  async function carryOut(
    {
      context,
      cluster,
      name,
    }: { readonly context: ActionContext; readonly cluster: ClusterPlan; readonly name: string },
    mean: () => WriteIntent | Refused,
  ): Promise<void> {
    const what = `${cluster.name}.${name}`;
    let meaning: WriteIntent | Refused;
    count('commands');
    try {
      meaning = mean();
    } catch (error) {
      const summary = incidentSummary('matter_not_understood', { name: plan.name, command: what });
      incident({ summary, detail: String(error) });
      throw refusalStatus({ kind: 'refused', status: 'failure', reason: `${what} was not understood` });
    }
    if (meaning.kind === 'refused') {
      count('refused');
      throw refusalStatus(meaning);
    }
    try {
      await dispatcher.send(meaning, actAs(context));
    } catch (error) {
      count('failed');
      throw error;
    }
    if (meaning.kind === 'nothing') return;
    held.forget(cluster);
    if (meaning.kind !== 'operation' || meaning.shows === undefined) return;
    held.keep(cluster, meaning.shows, cluster.attributes(values));
    await refresh();
  }

  const meaningOf = (meanings: ClusterPlan['commands'], name: string): Meaning<unknown> =>
    meanings[name] ?? (() => ({ kind: 'refused', status: 'unsupported', reason: `There is no ${name}` }));

  return {
    command: (context, cluster, { command, args, shown }) =>
      carryOut({ context, cluster, name: command }, () => meaningOf(cluster.commands, command)(args, values, shown)),
    write(context, cluster, attribute, value) {
      if (!hasRemoteActor(context)) return undefined;
      return carryOut({ context, cluster, name: attribute }, () =>
        meaningOf(cluster.writable, attribute)(value, values),
      );
    },
  };
}
