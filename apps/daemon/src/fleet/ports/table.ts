import type { HouseModel } from '@ccu-gateway/device-model';
import type { CcuWriter, InterfaceControl, LockPlace } from '@ccu-gateway/gateway-core';
import type { GatewayPorts } from '../../site/model/ports.js';
import type { BridgePorts } from './bridge-ports.js';

/** What is needed to find the CCU of a call. */
export type Directory = Pick<HouseModel, 'interface'>;

/** The CCU that a call is about; undefined for none, which this gateway answers itself. */
type Locate<Call> = Call extends (...args: infer Args) => Promise<unknown>
  ? (directory: Directory, ...args: Args) => string | undefined
  : never;

type Located<Port> = { readonly [Method in keyof Port]: Locate<Port[Method]> };

/** Ports all of whose calls are about one CCU each: who holds it answers. */
export type CcuPorts = Pick<
  GatewayPorts,
  | (
      | 'ccu'
      | 'interfaceControl'
      | 'loopTester'
      | 'paramsets'
      | 'links'
      | 'centralLinks'
      | 'flags'
      | 'programs'
      | 'sysvars'
    )
  | ('groups' | 'inbox' | 'installMode' | 'icons' | 'editLocks')
>;

/** Ports with a few of them; those left out may be about all CCUs, or are of the gateway alone. */
interface MixedPorts {
  readonly deviceControl: Omit<GatewayPorts['deviceControl'], 'refreshAll'>;
  readonly messages: Omit<GatewayPorts['messages'], 'suppressed'>;
  readonly system: Pick<GatewayPorts['system'], 'reboot' | 'installUpdate'>;
  readonly visibility: Pick<GatewayPorts['visibility'], 'replace'>;
  readonly diagnostics: Pick<GatewayPorts['diagnostics'], never>;
}

/** What this gateway answers from what it has itself. */
type OwnPorts =
  | ('events' | 'house' | 'hub' | 'devices' | 'info' | 'health' | 'audit' | 'systemView' | 'config' | 'configControl')
  | ('centralView' | 'centralControl' | 'discovery' | 'incidentLog')
  | ('changeHistory' | 'history' | 'log' | 'logLevels' | 'preferences' | 'labels' | 'uiLog' | 'fleet')
  | ('matter' | 'doctor' | 'ownBackups')
  // Who has them open answers, or who keeps them.
  | keyof BridgePorts
  | ('backups' | 'radioTraffic');

/** A new port is named above, or nothing compiles. */
type EveryPort =
  Exclude<keyof GatewayPorts, OwnPorts | keyof CcuPorts | keyof MixedPorts> extends never ? unknown : never;

const central = (_: Directory, name: string) => name;
const at = (_: Directory, { central: name }: { readonly central: string }) => name;
const ofInterface = (directory: Directory, id: string) => {
  const found = directory.interface(id);
  return found.ok ? found.value.central_id : undefined;
};

/** Of locks: who is connected with the CCU keeps them, as writes come there anyway. */
const ofLock = (_: Directory, { central: name }: LockPlace) => name;

type Table = { readonly [Port in keyof CcuPorts]: Located<CcuPorts[Port]> } & {
  readonly [Port in keyof MixedPorts]: Located<MixedPorts[Port]>;
} & EveryPort;

/** What the gateway with the CCU keeps itself: it is answered without the CCU, and so only by who may act for it. */
export const KEPT_THERE: ReadonlySet<string> = new Set<keyof CcuPorts>(['editLocks']);
/** Of that what comes to the same when it is asked again. */
export const REPEATABLE: ReadonlySet<string> = new Set(
  (['open', 'renew', 'release', 'holderOf', 'otherHolder'] satisfies (keyof CcuPorts['editLocks'])[]).map(
    (method) => `editLocks.${method}`,
  ),
);

/** Which CCU each call is about. A new method of a port is named here, or nothing compiles. */
export const TABLE: Table = {
  ccu: { write: at } satisfies Located<CcuWriter>,
  interfaceControl: { reconnect: ofInterface } satisfies Located<InterfaceControl>,
  loopTester: { loopTest: ofInterface },
  paramsets: { readParamset: at, describeParamset: at, determineParameter: at },
  links: { listLinks: central, addLink: at, changeLink: at, removeLink: at, testLink: at },
  centralLinks: {
    readCentralLinks: (_, [first]) => first?.central,
    createCentralLink: at,
    removeCentralLink: at,
  },
  deviceControl: {
    ...{
      labelDevice: central,
      labelChannel: central,
      deleteDevice: at,
      reload: at,
      restoreConfig: at,
      updateFirmware: at,
    },
  },
  flags: { saveFlags: central },
  programs: { executeProgram: central, setProgramActive: central, deleteProgram: central },
  sysvars: {
    ...{ setSysvar: central, createSysvar: central, changeSysvar: central, deleteSysvar: central },
    ...{ sysvarUsage: central, refreshSysvars: central },
  },
  messages: { acknowledge: central, acknowledgeAll: central, suppress: at },
  groups: { createGroup: central, renameGroup: central, removeGroup: central },
  inbox: { checkLabels: central, accept: central, label: central },
  installMode: { setInstallMode: at, searchDevices: central },
  system: { reboot: central, installUpdate: central },
  visibility: { replace: central },
  diagnostics: {},
  icons: { artwork: central },
  editLocks: {
    ...{ open: ofLock, renew: ofLock, release: ofLock },
    ...{ holderOf: ofLock, takeOver: ofLock, otherHolder: ofLock },
  },
};
