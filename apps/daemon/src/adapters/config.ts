import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { type ConfigControl, type ConfigView, GatewayError } from '@ccu-gateway/gateway-core';
import { noStorage } from '@ccu-gateway/gateway-core/parts';
import type { SectionStore } from '@ccu-gateway/storage';
import type { KeepWayIn } from '../access/way-in.js';
import {
  applySections,
  CONFIG_SECTIONS,
  type ConfigSection,
  type GatewayConfig,
  type HotSettings,
  type LoadedConfig,
  maskSecrets,
  openSecrets,
  restoreMasked,
} from '../config/index.js';
import { CONFIG_LEAVES, mapSecrets, sectionOwning } from '../config/sections.js';
import { askStorage } from '../storage/storage-refusal.js';
import { fieldOf } from './config-fields.js';
import { accept, knownSection, refused, refuseForeign } from './config-refusals.js';
import { changedPaths, isObject, type JsonObject, sectionValue, storedForm, without } from './config-values.js';
import { createSavedConfig, reasonOf } from './saved-config.js';

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
  const saved = createSavedConfig(deps);
  const config = () => saved.current().config;

  const store = (): SectionStore => {
    if (deps.sections === undefined) throw noStorage();
    return deps.sections;
  };

  const resolved = (stored: Readonly<Record<string, unknown>>, section: ConfigSection) =>
    accept(() => openSecrets(applySections(saved.current(), stored), box), section);

  return {
    current: config,
    effective: () => maskSecrets(config()) as JsonObject,
    sources: () => saved.current().sources,
    sections: () => CONFIG_SECTIONS,
    fields: () => CONFIG_LEAVES.map((leaf) => fieldOf(leaf, hot)),
    changes: () => changedPaths(started.config, config()).map((path) => ({ path, applied: hot.covers(path) })),
    async section(name) {
      return maskSecrets(sectionValue(config(), knownSection(name))) as JsonObject;
    },
    async saveSection(name, value) {
      const section = knownSection(name);
      const sections = store();
      return saved.inTurn(async () => {
        const body = restoreMasked(value, sectionValue(config(), section)) as JsonObject;
        refuseForeign(section, body, saved.current());
        const stored = storedForm(section, body);
        const before = await askStorage(() => sections.all());
        const sealed = mapSecrets(stored, section, (text, path) => (text === '' ? '' : box.seal(text, path)));
        const next = resolved({ ...before, [section]: sealed }, section);
        let applyError: string | undefined;
        try {
          await saved.takeOver(section, next, () => sections.put(section, sealed));
        } catch (error) {
          if (error instanceof GatewayError) throw error;
          applyError = reasonOf(error);
        }
        const version = saved.changedAt(section);
        const waiting = changedPaths(started.config, config()).filter((path) => sectionOwning(path) === section);
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
      const section = knownSection(name);
      const sections = store();
      await saved.inTurn(async () => {
        const { [section]: _, ...others } = await askStorage(() => sections.all());
        const write = async () => void (await sections.delete(section));
        await saved.takeOverOrRefuse(section, resolved(others, section), write);
      });
    },
    async resetField(path) {
      const section = sectionOwning(path);
      if (section === undefined) throw refused(path, 'is set in the configuration file only');
      const sections = store();
      await saved.inTurn(async () => {
        const { [section]: stored, ...others } = await askStorage(() => sections.all());
        if (stored === undefined) return;
        const rest = isObject(stored) ? without(stored, path.slice(section.length + 1).split('.')) : {};
        const isEmpty = Object.keys(rest).length === 0;
        const remaining = isEmpty ? others : { ...others, [section]: rest };
        const write = async () => void (isEmpty ? await sections.delete(section) : await sections.put(section, rest));
        await saved.takeOverOrRefuse(section, resolved(remaining, section), write);
      });
    },
  };
}
