import type { CallbackStatus, CcuExamination, InterfaceStatus, LeftOutKind } from '@ccu-gateway/ccu-client';
import type { DoctorFinding, MatterStatus, MqttStatus, WebhooksStatus } from '@ccu-gateway/contract/types';
import type { UnknownKind } from '@ccu-gateway/device-model';
import type { CentralsFile } from './centrals.js';
import type { HealthComponent } from './house.js';

/** Result of reading the configuration. */
export interface ConfigFacts {
  /** The file that was read; absent where there is none. */
  readonly file?: string;
  /** Faults that keep the gateway from starting with it. */
  readonly issues: readonly { readonly where: string; readonly message: string; readonly code: string }[];
  /** The CCUs of the file that do not count, by name; absent where all of them count. */
  readonly ignoredCentrals?: Pick<CentralsFile, 'onlyInFile' | 'onlyHere' | 'changed'>;
}

/** Something in the data directory that others may read, or that is not the gateway's own. */
export interface OddFile {
  readonly path: string;
  readonly is: 'open_to_others' | 'of_another_user';
}

/** State of the data directory. */
export interface DataDirectoryFacts {
  readonly path: string;
  readonly state: 'ok' | 'missing' | 'not_writable' | 'no_directory' | 'cannot_be_made';
  readonly odd: readonly OddFile[];
  /** State of the lock of a running gateway; `process` if it is known. */
  readonly lock: { readonly state: 'free' | 'held' | 'own' | 'unknown'; readonly process?: number };
  readonly database: {
    readonly state: 'none' | 'ok' | 'damaged' | 'newer' | 'unreadable' | 'no_driver';
    /** Message of the database, if it refuses. */
    readonly message?: string;
    readonly remedy?: string;
    readonly bytes?: number;
  };
  /** `none`: no gateway ever ran here. `missing`: something is sealed with a key that is gone. */
  readonly key: {
    readonly state: 'ok' | 'none' | 'missing' | 'unusable' | 'from_environment';
    readonly message?: string;
  };
}

/** A database that several gateways share. */
export interface SharedFacts {
  /** Without the password. */
  readonly name: string;
  /** The key of its configuration. */
  readonly setting: string;
  /** `empty`: the first start makes everything; `older`: it brings it up to date. */
  readonly state: 'ok' | 'empty' | 'older' | 'newer' | 'unreadable';
  readonly message?: string;
  readonly remedy?: string;
}

/** A port that the gateway listens on, or would. */
export interface PortFacts {
  /** Key of the configuration. */
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  readonly state: 'own' | 'free' | 'taken' | 'denied' | 'no_address';
}

/** Items of one kind that were left out: their number and their names. */
export interface LeftOutThings {
  readonly kind: LeftOutKind | UnknownKind;
  readonly count: number;
  /** The most frequent first. */
  readonly names: readonly string[];
}

/** Facts of the gateway about a CCU beyond those of an examination from outside. */
export interface ConnectionFacts {
  readonly interfaces: readonly InterfaceStatus[];
  readonly refusedDescriptions: readonly string[];
  /** Items from the CCU that the gateway does not know. */
  readonly leftOut: readonly LeftOutThings[];
  /** Devices that its interfaces reported. */
  readonly devices: readonly { readonly address: string; readonly interface: string }[];
  /** Parts of the logic layer that were never read, or not again. */
  readonly unread: readonly string[];
  /** Writes of the last hour that came to nothing, and those that wait for their device. */
  readonly writes: { readonly refused: number; readonly unconfirmed: number; readonly waiting: number };
  /** Reason of a failed last backup; absent otherwise. */
  readonly backupError?: string;
}

/** One CCU of the configuration. */
export interface CentralFacts {
  readonly name: string;
  readonly host: string;
  readonly tls: boolean;
  readonly hasLogin: boolean;
  readonly examination: CcuExamination;
  /** Absent where no gateway runs. */
  readonly connection?: ConnectionFacts;
}

/** An address of this machine. */
export interface LocalAddress {
  /** Of the network interface. */
  readonly name: string;
  readonly address: string;
}

/** Everything that the rules of the doctor judge. */
export interface DoctorFacts {
  readonly version: string;
  readonly node: string;
  readonly running: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Last start of the gateway on this data directory. */
  readonly lastStart?: number;
  readonly config: ConfigFacts;
  /** Absent where the configuration does not tell it. */
  readonly dataDirectory?: DataDirectoryFacts;
  /** The database that gateways share; absent if the machine is alone. */
  readonly shared?: SharedFacts;
  readonly disk?: { readonly path: string; readonly freeBytes: number };
  readonly ports: readonly PortFacts[];
  readonly network: { readonly container: boolean; readonly addresses: readonly LocalAddress[] };
  /** Host that CCUs receive instead of the address that leads to them. */
  readonly publicHost?: string;
  readonly centrals: readonly CentralFacts[];
  /** Callers of the callback listener; absent where no gateway runs. */
  readonly callers?: CallbackStatus;
  /**
   * Time at which a browser last sent a session cookie of another gateway; absent if there was none since the start.
   */
  readonly foreignSessionAt?: number;
  /** Of the running gateway, apart from its CCUs. */
  readonly health: readonly Pick<HealthComponent, 'name' | 'status' | 'note' | 'reason'>[];
  readonly mqtt?: MqttStatus;
  readonly matter?: MatterStatus;
  readonly webhooks?: WebhooksStatus;
  /** Of CCUs that this gateway is not connected with; absent where it is alone. */
  readonly elsewhere?: readonly ElsewhereFacts[];
}

/** Another gateway, which has examined its connected CCUs. */
export interface ElsewhereFacts {
  /** Its name. */
  readonly gateway: string;
  /** Absent where it sent none. */
  readonly facts?: DoctorFacts;
  /** About the gateway itself, where it sent no facts. */
  readonly finding?: DoctorFinding;
}

/** Gathers the facts for the doctor. */
export interface Doctor {
  /**
   * Of one CCU, or of all. It opens one session at each and changes nothing. Rejects with a `GatewayError`: `conflict` (reason
   * `doctor_running`) while another examination runs, `service_unready` where no gateway is connected with that one CCU.
   */
  examine(options: { readonly central?: string; readonly signal: AbortSignal }): Promise<DoctorFacts>;
}
