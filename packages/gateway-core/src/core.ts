import type { Role } from '@ccu-gateway/auth-core';
import type { EventStream, ReadableEventStream } from '@ccu-gateway/event-stream';
import { FAMILIES } from './families.js';
import type { Caller } from './use-case/caller.js';

type Families = typeof FAMILIES;

/** Use cases without the ports and the caller: the remaining arguments come from the caller. */
type Bound<Cases> = {
  readonly [Name in keyof Cases]: Cases[Name] extends (
    ports: never,
    caller: Caller,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** Use cases bound to a caller: `house.devices.setValue({ … })`, `house.sysvars.get('Away', {})`. */
export type ActingCore = { readonly [Family in keyof Families]: Bound<Families[Family]> };

/** Name of a use case with its family, for example `devices.setValue`. */
export type UseCaseName = {
  [Family in keyof Families]: `${Family}.${keyof Families[Family] & string}`;
}[keyof Families];

/** Names of the use cases that change nothing. */
export type ReadingName = {
  [Family in keyof Families]: {
    [Name in keyof Families[Family] & string]: Families[Family][Name] extends { readonly reads: true }
      ? `${Family}.${Name}`
      : never;
  }[keyof Families[Family] & string];
}[keyof Families];

/** A use case bound to its ports and a caller. */
export type BoundCase<Name extends UseCaseName> = Name extends `${infer Family extends keyof Families}.${infer Case}`
  ? Case extends keyof ActingCore[Family]
    ? ActingCore[Family][Case]
    : never
  : never;

/**
 * Lowest role that may call a use case.
 *
 * @example
 * roleOf('devices.setValue'); // 'operator'
 */
export function roleOf(name: UseCaseName): Role {
  const [family = '', key = ''] = name.split('.');
  const cases = FAMILIES[family as keyof Families] as Readonly<Record<string, { readonly role: Role }>>;
  const found = cases[key];
  if (found === undefined) throw new Error(`There is no use case ${name}`);
  return found.role;
}

type PortsOf<Case> = Case extends (ports: infer Ports, ...args: never[]) => unknown ? Ports : never;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Every port that a use case needs, and the stream of events. */
export type CorePorts = Intersection<
  { [Family in keyof Families]: PortsOf<Families[Family][keyof Families[Family]]> }[keyof Families]
> & { readonly events: ReadableEventStream };

/** Interface for a bridge: events to follow, and use cases in the name of a caller. */
export interface GatewayCore {
  /**
   * The use cases for this caller. Each checks its role, validates, records the change and throws a `GatewayError` when it
   * refuses: `forbidden` below the role, `not_found`, `validation`, `upstream_unavailable` and the others of `ErrorCode`.
   */
  as(caller: Caller): ActingCore;
  /** Numbered events of the installation, in process. A gap is always reported (`onLost`). */
  readonly events: Pick<EventStream, 'subscribe' | 'cursor' | 'seq' | 'epoch'>;
}

/**
 * The use cases of a gateway over its ports, for every front end.
 *
 * @example
 * const core = createGatewayCore(ports);
 * const house = core.as(serviceCaller({ name: 'my-bridge', role: 'operator' }));
 * await house.devices.setValue({ address: '0001D3C99C0001', channel: 3, parameter: 'STATE', value: true });
 */
export function createGatewayCore(ports: CorePorts): GatewayCore {
  return {
    // The compiler does not follow a type through two mapped objects: `ActingCore` names the same families and use cases.
    as: (caller) =>
      mapValues(FAMILIES, (cases: Readonly<Record<string, unknown>>) =>
        mapValues(
          cases,
          (run) =>
            (...args: readonly unknown[]) =>
              (run as (...all: readonly unknown[]) => unknown)(ports, caller, ...args),
        ),
      ) as unknown as ActingCore,
    events: ports.events,
  };
}

function mapValues<Value, Result>(
  object: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}
