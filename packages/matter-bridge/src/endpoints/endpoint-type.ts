import type { Behavior, Endpoint, EndpointType } from '@matter/main';
import { BridgedDeviceBasicInformationServer } from '@matter/main/behaviors/bridged-device-basic-information';
import { FixedLabelServer } from '@matter/main/behaviors/fixed-label';
import { ThermostatServer } from '@matter/main/behaviors/thermostat';
import { AttributeElement, type ClusterModel } from '@matter/main/model';
import type { DeviceType } from '../mapping/device-types.js';
import type { ClusterPlan, EndpointPlan, PartPlan } from '../mapping/plan.js';
import type { Control } from './control.js';
import { type BehaviorClass, behaviorNamed, deviceNamed } from './library-classes.js';
import { deviceTypeNumbers } from './numbers.js';

/** How a cluster is called as a member of the state of an endpoint: `onOff` for `OnOff`. */
export const idOf = (cluster: string): string => cluster.charAt(0).toLowerCase() + cluster.slice(1);

/** As far as a plan and a part of it are alike. */
export type Shape = Pick<EndpointPlan | PartPlan, 'deviceTypes' | 'clusters'>;

/**
 * Types of endpoints for the library: device types with the clusters of plans. Their commands and writable attributes
 * call the control bound to the endpoint. Endpoints of one shape share one type, because each costs the library time
 * and memory.
 */
export interface EndpointTypes {
  /** @throws Error for names that the library does not know */
  typeOf(shape: Shape, isBridged: boolean): EndpointType;
  /** Binds the requests of controllers to this endpoint. Must be called before it is part of a node. */
  bind(endpoint: Endpoint, shape: Shape, control: Control): void;
}

interface Bound {
  readonly control: Control;
  readonly clusters: ReadonlyMap<string, ClusterPlan>;
}

type Bindings = Pick<WeakMap<Endpoint, Bound>, 'get'>;

export function createEndpointTypes(): EndpointTypes {
  const types = new Map<string, EndpointType>();
  const bindings = new WeakMap<Endpoint, Bound>();
  return {
    typeOf(shape, isBridged) {
      const key = JSON.stringify([isBridged, shape.deviceTypes[0], shape.clusters.map(outlineOf)]);
      const type = types.get(key) ?? makeType(shape, isBridged, bindings);
      types.set(key, type);
      return type;
    },
    bind(endpoint, { clusters }, control) {
      bindings.set(endpoint, { control, clusters: new Map(clusters.map((cluster) => [cluster.name, cluster])) });
    },
  };
}

/** Parts that make the types of two clusters different. */
const outlineOf = ({ name, features, commands, writable }: ClusterPlan) => [
  name,
  features,
  Object.keys(commands),
  Object.keys(writable),
];

function makeType({ deviceTypes, clusters }: Shape, isBridged: boolean, bindings: Bindings): EndpointType {
  return deviceNamed(deviceTypes[0]).with(
    ...(isBridged ? [BridgedDeviceBasicInformationServer, FixedLabelServer] : []),
    ...clusters.map((cluster) => behaviorOf(cluster, bindings)),
  );
}

/** Device types as the descriptor of an endpoint lists them. */
export function deviceTypeList(names: readonly DeviceType[]) {
  return names.map((name) => {
    const found = deviceTypeNumbers(name);
    if (found === undefined) throw new Error(`There is no Matter device type ${name}`);
    return { deviceType: found.id, revision: found.revision };
  });
}

function behaviorOf(cluster: ClusterPlan, bindings: Bindings): Behavior.Type {
  const { name, features } = cluster;
  if (name === 'Thermostat') {
    // Plans name features as the library does; its types know them as literals only.
    const thermostat = thermostatServerWith(...(features as Parameters<typeof thermostatServerWith>));
    // `ThermostatServer.with` returns such a class with `id` and `with`; its static type is that of a general behavior.
    return withControl(thermostat as unknown as BehaviorClass, cluster, bindings);
  }
  const base = behaviorNamed(name);
  const featured = features.length === 0 ? base : base.with(...features);
  return withControl(featured, cluster, bindings);
}

/** Parts of the library that a behavior uses here. */
interface Inside {
  readonly context: Parameters<Control['command']>[0];
  readonly endpoint: Endpoint;
  readonly events: Readonly<Record<string, unknown>>;
  readonly state: Readonly<Record<string, unknown>>;
  reactTo(event: unknown, reactor: (...args: never[]) => unknown): void;
  initialize(): unknown;
}

const isPromise = (value: unknown): value is PromiseLike<unknown> => value instanceof Object && 'then' in value;

/**
 * The event before a change of an attribute. The library declares it as synchronous; an asynchronous reactor then fails
 * with an error that no caller receives. The library awaits the reactors of an asynchronous event before it commits the
 * change.
 */
function changingOf(events: Inside['events'], attribute: string): unknown {
  const changing = events[`${attribute}$Changing`] as { isAsync: boolean } | undefined;
  if (changing === undefined) throw new Error(`The library has no event for ${attribute}`);
  changing.isAsync = true;
  return changing;
}

function withControl(
  Base: BehaviorClass,
  { name, commands, writable }: ClusterPlan,
  bindings: Bindings,
): Behavior.Type {
  // Every behavior of the library is such a class inside; its constructor is called by the library alone.
  const Parent = Base as unknown as new (...args: never[]) => Inside;

  function boundTo(endpoint: Endpoint): { readonly control: Control; readonly cluster: ClusterPlan } {
    const { control, clusters } = bindings.get(endpoint) ?? {};
    const cluster = clusters?.get(name);
    if (control === undefined || cluster === undefined) throw new Error(`${endpoint} is bound to no control`);
    return { control, cluster };
  }

  class Controlled extends Parent {
    /** An event must not wait for a command that waits for the CCU. */
    static readonly lockOnInvoke = false;
    /** The library reads additions to a schema from the class itself. */
    static readonly schema = Base.schema;

    override initialize(): unknown {
      // The checks of the library come first: a refused command must not reach the CCU.
      const initialized = super.initialize();
      if (!isPromise(initialized)) return this.#reactToWrites();
      return Promise.resolve(initialized).then(() => this.#reactToWrites());
    }

    #reactToWrites(): void {
      for (const attribute of Object.keys(writable)) {
        const changing = changingOf(this.events, attribute);
        this.reactTo(changing, (value: unknown, _old: unknown, context: unknown) => {
          const { control, cluster } = boundTo(this.endpoint);
          // The library calls reactors with the context of the change, or without one when it changes something by itself.
          const given = context as Inside['context'] | undefined;
          return control.write(given ?? this.context, cluster, attribute, value);
        });
      }
    }
  }
  for (const command of Object.keys(commands)) {
    Object.defineProperty(Controlled.prototype, command, {
      value(this: Inside, args: unknown) {
        const { control, cluster } = boundTo(this.endpoint);
        return control.command(this.context, cluster, { command, args, shown: this.state });
      },
      configurable: true,
      writable: true,
    });
  }
  // It extends a behavior and takes over its static members, so that it is one.
  return Controlled as unknown as Behavior.Type;
}

type Features = Parameters<typeof ThermostatServer.with>;

/**
 * The thermostat of the library with how far the valve is open. Matter 1.6 has withdrawn the attribute, so that the library leaves it out,
 * but systems of today still show it.
 *
 * @example
 * const type = ThermostatDevice.with(thermostatServerWith('Heating'));
 */
export function thermostatServerWith(...features: Features): Behavior.Type {
  const Base = ThermostatServer.with(...features);
  return class extends Base {
    // The schema of a behavior that has a cluster is the model of the cluster.
    static override readonly schema = extended(Base.schema as ClusterModel);
    static override readonly State = class extends Base.State {
      override piHeatingDemand: number | undefined = undefined;
    };
  };
}

function extended(schema: ClusterModel) {
  return schema.extend({
    children: [
      AttributeElement({ name: 'PiHeatingDemand', id: 0x8, type: 'percent', access: 'R V', conformance: 'O' }),
    ],
  });
}
