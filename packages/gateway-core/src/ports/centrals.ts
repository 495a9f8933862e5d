import type { CentralRow } from '@ccu-gateway/contract/types';
/**
 * A CCU as it is configured. Secrets never leave: a stored password shows as `***`. Incoming, `password_plain` is the new
 * password; `***` or nothing keeps the stored one, empty clears it.
 */
export interface CentralSettings extends Omit<CentralRow, 'created_at' | 'updated_at'> {
  /** Milliseconds since the Unix epoch. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
}

/** Relation between the CCUs of the configuration file and the stored ones. */
export interface CentralsFile {
  /** Undefined where there is no file. */
  readonly file: string | undefined;
  /** True where the CCUs of the file do not count and are other ones than those that do. */
  readonly isIgnored: boolean;
  readonly onlyInFile: readonly string[];
  readonly onlyHere: readonly string[];
  /** In both, with other settings. */
  readonly changed: readonly string[];
}

/** The centrals as they are configured, secrets masked. */
export interface CentralView {
  /** Those of the table when it holds any, otherwise those of the configuration file. */
  centrals(): Promise<readonly CentralSettings[]>;
  /** True when the CCUs of the configuration file are ignored. */
  centralsFile(): Promise<CentralsFile>;
}

/** Result of a probe of a CCU's address. */
export interface CentralProbe {
  readonly reachable: boolean;
  /** One sentence for people: a hint. */
  readonly note?: string;
  readonly serial?: string;
  readonly model?: string;
  readonly version?: string;
  /** Outcome of the login; absent without a user name. */
  readonly login?: 'accepted' | 'refused' | 'too_many_sessions' | 'starting' | 'unreachable' | 'not_needed';
  /** Those that the CCU lists as running. */
  readonly interfaces?: readonly string[];
}

/**
 * Changes of the CCUs at run time. Once the table of CCUs holds a row it alone counts, so the first change takes over
 * those of the configuration file. Rejects with `service_unready` when there is no storage, `validation` for settings that
 * are not acceptable, and with `conflict` for a name that exists.
 */
export interface CentralControl {
  create(settings: CentralSettings): Promise<CentralSettings>;
  replace(settings: CentralSettings): Promise<void>;
  remove(name: string): Promise<void>;
  /** Forgets the CCUs that are kept, so that those of the file count. Rejects with `conflict` where the file has none. */
  takeFile(): Promise<void>;
  /** Writes the CCUs that count into the configuration file. Rejects with `conflict` where that cannot be. */
  writeFile(): Promise<void>;
  /** Probes the host for the services of a CCU. Never rejects for a CCU that is away. */
  probe(settings: CentralSettings, signal: AbortSignal): Promise<CentralProbe>;
}

/** A CCU that announced itself in the local network. */
export interface DiscoveredCcu {
  readonly serial: string;
  readonly name: string;
  /** Source of the announcement. */
  readonly host: string;
  readonly manufacturer?: string;
  readonly model?: string;
  /** Milliseconds since the Unix epoch. */
  readonly lastSeen: number;
}

/** A CCU that discovery leaves out, and the user that decided it. */
export interface IgnoredCcu {
  readonly serial: string;
  readonly name?: string;
  readonly host?: string;
  /** Milliseconds since the Unix epoch. */
  readonly ignoredAt: number;
  /** Subject of the principal. */
  readonly ignoredBy?: string;
}

/**
 * The CCUs that announce themselves in the local network. Ignoring rejects with `service_unready` when there is no
 * storage.
 */
export interface Discovery {
  /** Looks around for a moment and answers those that were heard of lately, without the ignored ones. */
  discovered(): Promise<readonly DiscoveredCcu[]>;
  ignored(): Promise<readonly IgnoredCcu[]>;
  ignore(ignored: IgnoredCcu): Promise<void>;
  /** False when it was not ignored. */
  unignore(serial: string): Promise<boolean>;
}
