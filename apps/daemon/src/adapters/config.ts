import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { type ConfigControl, type ConfigField, type ConfigView, GatewayError } from '@ccu-gateway/gateway-core';
import type { SectionStore } from '@ccu-gateway/storage';
import type { KeepWayIn } from '../access/way-in.js';
import {
  applySections,
  CONFIG_SECTIONS,
  ConfigError,
  type ConfigSection,
  type GatewayConfig,
  type HotSettings,
  type LoadedConfig,
  maskSecrets,
  openSecrets,
  restoreMasked,
} from '../config/index.js';
import { CONFIG_LEAVES, type ConfigLeaf, mapSecrets, sectionOwning } from '../config/sections.js';
import {
  at,
  bodyPaths,
  changedPaths,
  isObject,
  isSection,
  type JsonObject,
  sectionValue,
  storedForm,
  without,
} from './config-values.js';
import { askStorage, noStorage } from './storage-refusal.js';

export interface RuntimeConfigDeps {
  /** What the gateway was started with, sections of the database included. */
  readonly started: LoadedConfig;
  readonly sections: SectionStore | undefined;
  readonly box: SecretBox;
  readonly now: () => number;
  /** What can change while the gateway runs. */
  readonly hot: HotSettings;
  /** Asked before a change. */
  readonly keepWayIn: KeepWayIn;
}

export interface RuntimeConfig extends ConfigView, ConfigControl {
  /** As saved now, with everything that can change at run time in force. */
  current(): GatewayConfig;
}

/** Those that people set first; the others are for those who know why. */
const BASIC =
  /^(locale|data_dir|centrals|logging\.(level|format)|north\.rest\.(listen|public_url)|north\.rest\.auth\.(basic_enabled|bearer_enabled|oidc\.(enabled|issuer|client_id|redirect_url|role_claim)|ccu\.(enabled|primary))|callback\.(host|port|bin_port|public_host)|backup\..*|north\.discovery\..*)$/;

/** The configuration with the sections of the database, as at every start. @throws ConfigError, StorageError */
export async function withStoredSections(
  loaded: LoadedConfig,
  sections: SectionStore | undefined,
  box: SecretBox,
): Promise<LoadedConfig> {
  return sections === undefined ? loaded : openSecrets(applySections(loaded, await sections.all()), box);
}

export function createRuntimeConfig(deps: RuntimeConfigDeps): RuntimeConfig {
  const { started, box, hot } = deps;
  let saved = started;
  let turn: Promise<unknown> = Promise.resolve();
  const versions = new Map<ConfigSection, number>();
  const startedAt = deps.now();

  const store = (): SectionStore => {
    if (deps.sections === undefined) throw noStorage();
    return deps.sections;
  };

  /** Each change starts from what the one before it has left. */
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const mine = turn.then(change);
    turn = mine.catch(() => undefined);
    return mine;
  }

  /** Takes effect first and is written then, so that what cannot be taken over is nowhere afterwards. */
  async function takeOver(next: LoadedConfig, write: () => Promise<void>): Promise<void> {
    const before = saved.config;
    await deps.keepWayIn({ config: next.config });
    const changed = changedPaths(before, next.config).filter(hot.covers);
    await hot.change(changed, before, next.config);
    try {
      await askStorage(write);
    } catch (error) {
      await hot.change(changed, next.config, before);
      throw error;
    }
    saved = next;
  }

  async function takeBack(section: ConfigSection, next: LoadedConfig, write: () => Promise<void>): Promise<void> {
    try {
      await takeOver(next, write);
      versions.set(section, deps.now());
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      throw new GatewayError('service_unready', `Nothing was changed: ${reasonOf(error)}`, { reason: 'apply_failed' });
    }
  }

  return {
    current: () => saved.config,
    effective: () => maskSecrets(saved.config) as JsonObject,
    sources: () => saved.sources,
    sections: () => CONFIG_SECTIONS,
    fields: () => CONFIG_LEAVES.map((leaf) => fieldOf(leaf, hot)),
    changes: () => changedPaths(started.config, saved.config).map((path) => ({ path, applied: hot.covers(path) })),
    async section(name) {
      return maskSecrets(sectionValue(saved.config, known(name))) as JsonObject;
    },
    async saveSection(name, value) {
      const section = known(name);
      const sections = store();
      return inTurn(async () => {
        const body = restoreMasked(value, sectionValue(saved.config, section)) as JsonObject;
        refuseForeign(section, body, saved);
        const stored = storedForm(section, body);
        const before = await askStorage(() => sections.all());
        const sealed = mapSecrets(stored, section, (text, path) => (text === '' ? '' : box.seal(text, path)));
        const next = accept(() => openSecrets(applySections(saved, { ...before, [section]: sealed }), box), section);
        let applyError: string | undefined;
        try {
          await takeOver(next, () => sections.put(section, sealed));
          versions.set(section, deps.now());
        } catch (error) {
          if (error instanceof GatewayError) throw error;
          applyError = reasonOf(error);
        }
        const version = versions.get(section) ?? startedAt;
        const waiting = changedPaths(started.config, saved.config).filter((path) => sectionOwning(path) === section);
        return {
          section,
          version,
          updatedAt: version,
          restartRequired: waiting.some((path) => !hot.covers(path)),
          applied: applyError === undefined,
          ...(applyError === undefined ? {} : { applyError }),
        };
      });
    },
    async resetSection(name) {
      const section = known(name);
      const sections = store();
      await inTurn(async () => {
        const { [section]: _, ...rest } = await askStorage(() => sections.all());
        const next = accept(() => openSecrets(applySections(saved, rest), box), section);
        await takeBack(section, next, async () => void (await sections.delete(section)));
      });
    },
    async resetField(path) {
      const section = sectionOwning(path);
      if (section === undefined) throw refused(path, 'is set in the configuration file only');
      const sections = store();
      await inTurn(async () => {
        const before = await askStorage(() => sections.all());
        const stored = before[section];
        if (stored === undefined) return;
        const rest = isObject(stored) ? without(stored, path.slice(section.length + 1).split('.')) : {};
        const empty = Object.keys(rest).length === 0;
        const { [section]: _, ...others } = before;
        const remaining = empty ? others : { ...others, [section]: rest };
        const next = accept(() => openSecrets(applySections(saved, remaining), box), section);
        await takeBack(
          section,
          next,
          async () => void (empty ? await sections.delete(section) : await sections.put(section, rest)),
        );
      });
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function known(name: string): ConfigSection {
  if (isSection(name)) return name;
  throw new GatewayError('not_found', `There is no section ${name}`, { reason: 'section_unknown' });
}

/** A section takes only what is its own, and nothing that the environment has pinned to another value. */
function refuseForeign(section: ConfigSection, body: JsonObject, saved: LoadedConfig): void {
  const whole = storedForm(section, body);
  if (whole === undefined) throw refused(section, 'is required');
  for (const path of bodyPaths(section, whole)) {
    const owner = sectionOwning(path);
    if (owner !== section) {
      throw refused(
        path,
        owner === undefined ? 'is set in the configuration file only' : `belongs to section ${owner}`,
      );
    }
    const given = path === section ? whole : at(whole, path.slice(section.length + 1));
    const pinned = saved.sources.get(path) === 'env';
    if (pinned && JSON.stringify(given) !== JSON.stringify(plain(at(saved.config, path)))) {
      throw refused(path, 'is pinned by the environment and cannot be changed here');
    }
  }
}

/** As it came in: a secret is compared by its text. */
function plain(value: unknown): unknown {
  return mapSecrets(value, '', (text) => text);
}

function accept<T>(resolve: () => T, section: ConfigSection): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new GatewayError('validation', `The section ${section} is not acceptable`, {
      reason: 'validation_failed',
      errors: error.issues.map(({ path, message }) => ({ field: path, reason: message })),
    });
  }
}

function refused(field: string, reason: string): GatewayError {
  return new GatewayError('validation', `${field} ${reason}`, {
    reason: 'validation_failed',
    errors: [{ field, reason }],
  });
}

function fieldOf({ path, node, secret }: ConfigLeaf, hot: HotSettings): ConfigField {
  return {
    path,
    class: secret ? 'secret' : BASIC.test(path) ? 'basic' : 'expert',
    type: typeName(node),
    restartRequired: !hot.covers(path),
    ...(node.default === undefined || secret ? {} : { default: node.default }),
  };
}

function typeName(node: ConfigLeaf['node']): string {
  if (node.type === 'array') return `${node.items === undefined ? 'any' : typeName(node.items)}[]`;
  if (node.type !== undefined) return node.type;
  if (node.enum !== undefined) return 'string';
  const variants = [...new Set((node.anyOf ?? []).map(typeName))];
  return variants.length === 0 ? 'any' : variants.join('|');
}
