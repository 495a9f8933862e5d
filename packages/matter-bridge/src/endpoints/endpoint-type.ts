import type { Behavior, EndpointType } from '@matter/main';
import { Matter } from '@matter/main';
import * as behaviors from '@matter/main/behaviors';
import { BridgedDeviceBasicInformationServer } from '@matter/main/behaviors/bridged-device-basic-information';
import * as devices from '@matter/main/devices';
import { BridgedNodeEndpoint } from '@matter/main/endpoints/bridged-node';
import type { ClusterPlan, EndpointPlan, PartPlan } from '../mapping/plan.js';
import type { Control } from './control.js';
import { thermostatServerWith } from './thermostat-server.js';

/** As far as this package uses the class of a behavior; the library makes them when the program runs. */
interface BehaviorClass extends Behavior.Type {
  readonly id: string;
  with(...features: readonly string[]): BehaviorClass;
}

interface DeviceClass {
  with(...behaviors: readonly Behavior.Type[]): EndpointType;
}

/** Has an implementation that does by itself what the house shall do, such as counting a level up. */
const DONE_BY_THE_HOUSE = new Set(['OnOff', 'LevelControl', 'ColorControl', 'WindowCovering', 'DoorLock', 'Switch']);

/** How a cluster is called as a member of the state of an endpoint: `onOff` for `OnOff`. */
export const idOf = (cluster: string): string => cluster.charAt(0).toLowerCase() + cluster.slice(1);

/** As far as a plan and a part of it are alike. */
export type Shape = Pick<EndpointPlan | PartPlan, 'deviceTypes' | 'clusters'>;

/**
 * The type of an endpoint for the library: its device type with the clusters of the plan, whose commands and writable attributes
 * lead to `control`.
 *
 * @throws Error for names that the library does not know
 */
export function endpointTypeOf({ deviceTypes, clusters }: Shape, control: Control, isBridged: boolean): EndpointType {
  const [first] = deviceTypes;
  // The module has a class of this shape for each device type, by `<name>Device`; a name that it lacks is refused below.
  const classes = devices as unknown as Readonly<Record<string, DeviceClass>>;
  // The same shape: the library declares what `with` takes by literal types, and plans come with the house.
  const device = first === 'BridgedNode' ? (BridgedNodeEndpoint as unknown as DeviceClass) : classes[`${first}Device`];
  if (device === undefined) throw new Error(`There is no Matter device type ${first}`);
  return device.with(
    ...(isBridged ? [BridgedDeviceBasicInformationServer] : []),
    ...clusters.map((cluster) => behaviorOf(cluster, control)),
  );
}

/** Device types as the descriptor of an endpoint lists them. */
export function deviceTypeList(names: readonly string[]) {
  return names.map((name) => {
    const found = Matter.deviceTypes(name);
    if (found === undefined) throw new Error(`There is no Matter device type ${name}`);
    return { deviceType: found.id, revision: found.revision };
  });
}

function behaviorOf(cluster: ClusterPlan, control: Control): Behavior.Type {
  const { name, features } = cluster;
  if (name === 'Thermostat') {
    // Plans name features as the library does; its types know them as literals only.
    const thermostat = thermostatServerWith(...(features as Parameters<typeof thermostatServerWith>));
    // What `ThermostatServer.with` answers is such a class with `id` and `with`; its static type is that of a behavior in general.
    return withControl(thermostat as unknown as BehaviorClass, cluster, control);
  }
  // As above: a class for each cluster, by `<name>Server` or `<name>Behavior`.
  const classes = behaviors as unknown as Readonly<Record<string, BehaviorClass>>;
  const base = classes[DONE_BY_THE_HOUSE.has(name) ? `${name}Behavior` : `${name}Server`] ?? classes[`${name}Behavior`];
  if (base === undefined) throw new Error(`There is no Matter cluster ${name}`);
  const featured = features.length === 0 ? base : base.with(...features);
  return withControl(featured, cluster, control);
}

/** What the parts of the library that are used here look like inside a behavior. */
interface Inside {
  readonly context: Parameters<Control['command']>[0];
  readonly events: Readonly<Record<string, unknown>>;
  reactTo(event: unknown, reactor: (...args: never[]) => unknown): void;
  initialize(): unknown;
}

function withControl(Base: BehaviorClass, cluster: ClusterPlan, control: Control): Behavior.Type {
  const writable = Object.keys(cluster.writable);
  // Every behavior of the library is such a class inside; its constructor is called by the library alone.
  const Parent = Base as unknown as new (...args: never[]) => Inside;
  class Controlled extends Parent {
    /** An event of the house must not wait for a command that waits for the house. */
    static readonly lockOnInvoke = false;
    /** The library looks for what was added to a schema in the class itself. */
    static readonly schema = Base.schema;

    override initialize(): unknown {
      for (const attribute of writable) {
        this.reactTo(this.events[`${attribute}$Changing`], (value: unknown, _old: unknown, context: unknown) =>
          // The library calls reactors with the context of the change as the third argument, or without one when it changes by itself.
          control.write((context as Inside['context'] | undefined) ?? this.context, cluster, attribute, value),
        );
      }
      return super.initialize();
    }
  }
  for (const command of Object.keys(cluster.commands)) {
    Object.defineProperty(Controlled.prototype, command, {
      value(this: Inside, args: unknown) {
        return control.command(this.context, cluster, command, args);
      },
      configurable: true,
      writable: true,
    });
  }
  // It extends a behavior and takes over its static members, so that it is one.
  return Controlled as unknown as Behavior.Type;
}
