import type { HouseModel } from '@ccu-gateway/device-model';
import type { CentralLinkKey } from '@ccu-gateway/gateway-core/use-cases';
import type { GatewayPorts, Offered } from '../../site/model/ports.js';

/** The part of the model that finds the CCU of a call. */
export type Directory = Pick<HouseModel, 'interface'>;

/** The CCU of a call; undefined for none, and this gateway answers itself. */
export type Locate = (directory: Directory, ...args: readonly unknown[]) => string | undefined;

/**
 * Ports of CCUs. The gateway with the CCU answers each call: the first argument is its name or has it as `central`. A method with
 * other arguments has an exception below, or nothing compiles.
 */
const CCU_PORTS = [
  ...(['ccu', 'interfaceControl', 'loopTester', 'paramsets', 'links', 'centralLinks', 'deviceControl'] as const),
  ...(['flags', 'programs', 'sysvars', 'messages', 'groups', 'inbox', 'installMode', 'system'] as const),
  ...(['visibility', 'diagnostics', 'icons', 'editLocks', 'radioBudgets', 'receivers', 'heatingGroups'] as const),
] as const;

type CcuPort = (typeof CCU_PORTS)[number];

/** Ports of CCUs, independent of the gateway that is connected with them. */
export type CallPorts = Pick<GatewayPorts, CcuPort>;

/** Ports that this gateway answers from its own data, or that have a file of their own here. */
type OtherPort =
  | ('events' | 'house' | 'hub' | 'devices' | 'info' | 'health' | 'audit' | 'systemView' | 'config' | 'configControl')
  | ('centralView' | 'discovery' | 'incidentLog' | 'changeHistory' | 'history' | 'log' | 'logLevels' | 'preferences')
  | ('labels' | 'uiLog' | 'configTrial' | 'areas' | 'diagrams' | 'parquet' | 'tariffs' | 'historyImports')
  | ('problemTimes' | 'floorplans' | 'exportSlots')
  | ('backups' | 'radioTraffic' | 'doctor' | 'centralControl' | 'webhooks' | 'mqtt' | 'notify');

/** A new port is in one of the lists, or nothing compiles. */
type EveryPort = Exclude<keyof Offered, OtherPort | CcuPort> extends never ? unknown : never;

type MethodNames<Port extends CcuPort> = keyof GatewayPorts[Port] & string;

type HasCentral<Call> = Call extends (first: infer First, ...rest: never) => Promise<unknown>
  ? [First] extends [string | { readonly central: string }]
    ? true
    : false
  : false;

/** Names of methods with a first argument that names no CCU by its type. */
type Exceptional = {
  readonly [Port in CcuPort]: {
    readonly [Method in MethodNames<Port>]: HasCentral<GatewayPorts[Port][Method]> extends true
      ? never
      : `${Port}.${Method}`;
  }[MethodNames<Port>];
}[CcuPort];

type Name = { readonly [Port in CcuPort]: `${Port}.${MethodNames<Port>}` }[CcuPort];

/** `here`: this gateway answers. `members`: `remotePorts` asks several gateways. */
type Exception = Locate | 'here' | 'members';

const byRule: Locate = (_, first) => {
  const central: unknown = typeof first === 'string' ? first : Reflect.get(Object(first), 'central');
  return typeof central === 'string' ? central : undefined;
};

const byInterface: Locate = (directory, id) => {
  const found = directory.interface(String(id));
  return found.ok ? found.value.central_id : undefined;
};

const EXCEPTIONS = {
  interfaceControl: byInterface,
  loopTester: byInterface,
  'centralLinks.readCentralLinks': (directory, keys) => byRule(directory, (keys as readonly CentralLinkKey[])[0]),
  'deviceControl.refreshAll': 'members',
  'messages.suppressed': 'members',
  'diagnostics.reliability': 'members',
  'diagnostics.signals': 'here',
  'diagnostics.metrics': 'here',
  'system.restart': 'here',
  'visibility.list': 'here',
  'visibility.candidateSteps': 'here',
  // The subject of a lock may lack a CCU.
  ...{ 'editLocks.open': byRule, 'editLocks.renew': byRule, 'editLocks.release': byRule },
  ...{ 'editLocks.holderOf': byRule, 'editLocks.takeOver': byRule, 'editLocks.otherHolder': byRule },
} satisfies Readonly<Record<Exceptional, Exception>> & Readonly<Partial<Record<CcuPort | Name, Exception>>> & EveryPort;

/** Ports that the gateway with the CCU answers without the CCU: it has to have the right to act. */
export const KEPT_THERE: ReadonlySet<string> = new Set<CcuPort>(['editLocks']);
/** Their calls that may be repeated. */
export const REPEATABLE: ReadonlySet<string> = new Set<Name>([
  ...(['editLocks.open', 'editLocks.renew', 'editLocks.release', 'editLocks.holderOf'] as const),
  'editLocks.otherHolder',
]);

/** A method of a port, and the CCU of its calls. */
export interface Located {
  readonly port: string;
  readonly method: string;
  readonly name: string;
  readonly call: (...args: readonly unknown[]) => Promise<unknown>;
  readonly locate: Locate;
  readonly asksMembers: boolean;
}

/** Every method about a CCU that these ports have. */
export function locatedMethods(ports: CallPorts): readonly Located[] {
  const exceptions: Readonly<Record<string, Exception | undefined>> = EXCEPTIONS;
  return CCU_PORTS.flatMap((port) => {
    // The methods take the arguments of their names, which the compiler does not follow.
    const methods = ports[port] as unknown as Readonly<Record<string, Located['call']>>;
    return Object.keys(methods).flatMap((method) => {
      const name = `${port}.${method}`;
      const exception = exceptions[name] ?? exceptions[port] ?? byRule;
      if (exception === 'here') return [];
      const call: Located['call'] = (...args) => (methods[method] as Located['call'])(...args);
      const asksMembers = exception === 'members';
      return [{ port, method, name, call, locate: asksMembers ? byRule : exception, asksMembers }];
    });
  });
}
