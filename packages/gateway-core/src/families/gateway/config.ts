import type { ConfigTest } from '@ccu-gateway/contract/types';
import type { SystemView } from '../../ports/diagnostics.js';
import { type Caller, principalOf } from '../../use-case/caller.js';
import { GatewayError } from '../../use-case/errors.js';
import { makeChange, type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

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
  /**
   * Stores the section that `become` returns for the stored one, secrets masked in both. No other change comes between; where
   * another gateway was quicker, `become` is called again. Rejects like `saveSection`, and with `service_unready` where the
   * change cannot take effect; nothing has changed then.
   */
  changeSection(
    name: string,
    become: (section: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /** Back to the file and the defaults. */
  resetSection(name: string): Promise<void>;
  resetField(path: string): Promise<void>;
}

/** Settings that are tried before they are saved. */
export interface SectionCandidate {
  readonly section: string;
  /** The whole section; `***` stands for a stored secret. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Which broker or webhook, in a section with several of them. */
  readonly name?: string | undefined;
}

/** Tries settings at their destination. */
export interface ConfigTrial {
  /**
   * Contacts the destination once. A destination that is away is an outcome, not an error. Rejects with `bad_request` (reason
   * `section_untestable`) for a section without a destination, `not_found` for an unknown name, and like `saveSection` for
   * settings that are not acceptable: a stored secret goes to no other destination here either.
   */
  testSection(candidate: SectionCandidate, signal: AbortSignal): Promise<ConfigTest>;
}

/** Ports of the use cases that read the configuration. */
export interface ConfigReading {
  readonly config: ConfigView;
  readonly systemView: SystemView;
}

/** Ports of the use cases that change the configuration. */
export interface ConfigWriting extends Recording {
  readonly config: ConfigView;
  readonly configControl: ConfigControl;
}

/** Ports of the use case that tries settings. */
export interface ConfigTesting extends Recording {
  readonly config: ConfigView;
  readonly configTrial: ConfigTrial;
}

/**
 * The part of the configuration that every user may read. Addresses of CCUs are for admins. Role `viewer`.
 *
 * @example
 * const { centrals, features } = core.as(caller).config.summary();
 */
export const configSummary = useCase('viewer', ({ config, systemView }: ConfigReading, caller: Caller) => {
  const isAdmin = principalOf(caller).role === 'admin';
  const effective = config.effective();
  return {
    locale: textAt(effective, 'locale'),
    centrals: systemView.centrals().map(({ name, host, configured_interfaces: interfaces }) => ({
      name,
      host: isAdmin ? host : '',
      interfaces,
    })),
    callback_ports: {
      xmlrpc: numberAt(effective, 'callback.port'),
      binrpc: numberAt(effective, 'callback.bin_port'),
    },
    features: {
      basic_auth: at(effective, 'north.rest.auth.basic_enabled') === true,
      bearer_auth: at(effective, 'north.rest.auth.bearer_enabled') === true,
      oidc: at(effective, 'north.rest.auth.oidc.enabled') === true,
      values_cache: at(effective, 'persistence.values_cache.enabled') === true,
    },
    policies: {
      'hub.programs.include_all': true,
      'hub.sysvars.include_all': true,
      'hub.devices.include_hidden': false,
    },
  };
});

/**
 * Stores a whole section of the configuration; `***` keeps the stored secret. Resolves when it is stored and its hot
 * settings were applied; the answer reports their result and a needed restart. Role `admin`; audited as `config_write`.
 *
 * @throws GatewayError `bad_request` (reason `section_unknown`), `validation` naming each field, `service_unready`
 * without storage
 * @example
 * const { restartRequired } = await core.as(caller).config.saveSection('logging', { level: 'debug' });
 */
export const saveSection = useCase(
  'admin',
  async (
    ports: ConfigWriting,
    caller: Caller,
    section: string,
    value: Readonly<Record<string, unknown>>,
  ): Promise<SavedSection> => {
    knownSection(ports.config, section);
    const change = { action: 'config_write', note: section };
    return await makeChange(ports, caller, change, () => ports.configControl.saveSection(section, value));
  },
);

/**
 * Contacts the destination of settings that are not saved: a broker, a webhook, an identity provider or the target of backups.
 * Role `admin`; audited as `config_test` with its outcome, because a login may be sent there.
 *
 * @throws GatewayError `bad_request` (reasons `section_unknown`, `section_untestable`), `not_found` for an unknown name,
 * `validation` naming each field, `service_unready` without storage
 * @example
 * const { ok, message } = await core.as(caller).config.testSection({ section: 'mqtt', value: { brokers }, name: 'house' });
 */
export const testSection = useCase(
  'admin',
  async (ports: ConfigTesting, caller: Caller, candidate: SectionCandidate): Promise<ConfigTest> => {
    knownSection(ports.config, candidate.section);
    const outcome = await ports.configTrial.testSection(candidate, caller.signal);
    const subject = [candidate.section, candidate.name].filter((part) => part !== undefined).join(' ');
    recordChange(ports, caller, { action: 'config_test', note: `${subject}: ${outcome.kind ?? 'works'}` });
    return outcome;
  },
);

/**
 * Gives a section back the values of the configuration file and the defaults. Role `admin`; audited as `config_reset`.
 *
 * @throws GatewayError `bad_request` (reason `section_unknown`), `service_unready` without storage
 * @example
 * await core.as(caller).config.resetSection('logging');
 */
export const resetSection = useCase(
  'admin',
  async (ports: ConfigWriting, caller: Caller, section: string): Promise<void> => {
    knownSection(ports.config, section);
    const change = { action: 'config_reset', note: section };
    await makeChange(ports, caller, change, () => ports.configControl.resetSection(section));
  },
);

/**
 * Gives one setting, by its dotted path, back the value of the configuration file or the default. Role `admin`;
 * audited as `config_reset`.
 *
 * @throws GatewayError `bad_request` (reason `field_unknown`) outside the sections that can be changed at run time,
 * `service_unready` without storage
 * @example
 * await core.as(caller).config.resetField('logging.level');
 */
export const resetField = useCase(
  'admin',
  async (ports: ConfigWriting, caller: Caller, path: string): Promise<void> => {
    const sections = ports.config.sections();
    if (!sections.some((section) => path === section || path.startsWith(`${section}.`))) {
      throw new GatewayError('bad_request', `${path} cannot be changed at run time`, { reason: 'field_unknown' });
    }
    const change = { action: 'config_reset', note: path };
    await makeChange(ports, caller, change, () => ports.configControl.resetField(path));
  },
);

/**
 * The name of a section that can be changed at run time.
 *
 * @throws GatewayError `bad_request` (reason `section_unknown`, with the sections there are)
 * @example
 * const section = knownSection(ports.config, 'logging');
 */
export function knownSection(config: ConfigView, section: string): string {
  if (config.sections().includes(section)) return section;
  throw new GatewayError('bad_request', `There is no section ${section}`, {
    reason: 'section_unknown',
    members: { sections: config.sections() },
  });
}

function at(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[key];
  }
  return current;
}

function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  return typeof found === 'string' ? found : undefined;
}

function numberAt(value: unknown, path: string): number | undefined {
  const found = at(value, path);
  return typeof found === 'number' ? found : undefined;
}

/** Use cases of the family `config`, by their names for a caller of the core. */
export const configUseCases = {
  summary: configSummary,
  saveSection: saveSection,
  testSection: testSection,
  resetSection: resetSection,
  resetField: resetField,
} as const;
