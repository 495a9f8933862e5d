/** Source of a setting's value. */
export type ConfigSource = 'bootstrap' | 'db' | 'env' | 'default';

/** A setting of the configuration that can be described to people. */
export interface ConfigField {
  /** Dotted path. */
  readonly path: string;
  readonly class: 'basic' | 'expert' | 'secret';
  /** Such as `string`, `boolean`, `integer`, `string[]`. */
  readonly type: string;
  readonly restartRequired: boolean;
  readonly default?: unknown;
  /** Allowed values, in words. */
  readonly allowed?: string;
  /** The values there are, where they are few. */
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Environment variable that pins it where it is set. */
  readonly variable?: string;
  /** Section it is changed with; absent: only in the file. */
  readonly section?: string;
}

/** A setting with a saved value that differs from the one at start. */
export interface ConfigChange {
  readonly path: string;
  /** False while it waits for a restart. */
  readonly applied: boolean;
}

/** Result of storing a section. */
export interface SavedSection {
  readonly section: string;
  /** Grows with every change of the section. */
  readonly version: number;
  /** Milliseconds since the Unix epoch. */
  readonly updatedAt: number;
  readonly restartRequired: boolean;
  /** True when the hot settings were applied. */
  readonly applied: boolean;
  readonly applyError?: string;
}

/** The configuration as it is in force. Secrets never leave: they show as `***`. */
export interface ConfigView {
  /** Everything, as JSON, secrets masked. */
  effective(): Readonly<Record<string, unknown>>;
  /** By path of a leaf. */
  sources(): ReadonlyMap<string, ConfigSource>;
  /** Names of the sections that can be changed at run time. */
  sections(): readonly string[];
  fields(): readonly ConfigField[];
  changes(): readonly ConfigChange[];
}

/** Changes at run time. Rejects with `service_unready` when there is no storage. */
export interface ConfigControl {
  /** The section as it is in force, secrets masked. Rejects with `not_found` for an unknown name. */
  section(name: string): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Stores the whole section. `***` keeps the stored secret. Rejects with `validation` (naming each field) and changes
   * nothing when it is not acceptable, also for fields that the environment pins.
   */
  saveSection(name: string, value: Readonly<Record<string, unknown>>): Promise<SavedSection>;
  /** Back to the file and the defaults. */
  resetSection(name: string): Promise<void>;
  resetField(path: string): Promise<void>;
}
