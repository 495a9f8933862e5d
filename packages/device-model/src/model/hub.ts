import type {
  AlarmMessage as AlarmFacts,
  FirmwareUpdate,
  InboxDevice as InboxFacts,
  InterfaceName,
  Program,
  ServiceMessage as ServiceFacts,
  Sysvar,
} from '@ccu-gateway/ccu-client';

/** Last readings of one CCU's logic layer. A CCU pushes none of it: the poller hands it in. */
export interface HubFacts {
  /** Milliseconds since the Unix epoch at which it was read. */
  readonly at: number;
  readonly programs?: readonly Program[];
  readonly sysvars?: readonly Sysvar[];
  readonly alarmMessages?: readonly AlarmFacts[];
  readonly serviceMessages?: readonly ServiceFacts[];
  readonly inbox?: readonly InboxFacts[];
  readonly update?: FirmwareUpdate & { readonly inProgress?: boolean };
  readonly installModes?: readonly InstallModeFacts[];
}

/** The install mode of one interface, as its CCU reported it. */
export interface InstallModeFacts {
  readonly interfaceName: InterfaceName;
  readonly active: boolean;
  /** Seconds left; 0 when off. */
  readonly seconds: number;
}

export interface KnownProgram {
  readonly facts: Program;
  /** We ran it ourselves and announced it; the CCU's own record of that run is no news. */
  readonly announced: boolean;
}

export interface KnownSysvar {
  readonly facts: Sysvar;
  readonly seenAt: number;
}

/** The records of one CCU's hub. Replaced list by list, in the order the CCU gave. */
export interface Hub {
  programs: ReadonlyMap<string, KnownProgram> | undefined;
  sysvars: ReadonlyMap<string, KnownSysvar> | undefined;
  alarmMessages: readonly AlarmFacts[] | undefined;
  serviceMessages: readonly ServiceFacts[] | undefined;
  inbox: readonly (InboxFacts & { readonly firstSeenAt: number })[] | undefined;
  update: (FirmwareUpdate & { readonly inProgress?: boolean }) | undefined;
  readonly installModes: Map<InterfaceName, InstallModeFacts>;
}

export const newHub = (): Hub => ({
  programs: undefined,
  sysvars: undefined,
  alarmMessages: undefined,
  serviceMessages: undefined,
  inbox: undefined,
  update: undefined,
  installModes: new Map(),
});
