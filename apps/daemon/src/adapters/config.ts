import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  type ConfigFormat,
  createRuntimeConfig,
  type RuntimeConfig as RuntimeConfigOf,
  refusedField,
  type SectionRecords,
  type Sections,
} from '@ccu-gateway/gateway-core/parts';
import type { SectionStore } from '@ccu-gateway/storage';
import type { WayInKeeper } from '../access/way-in.js';
import { secretElsewhere } from '../config/destinations.js';
import {
  applySections,
  ConfigError,
  type GatewayConfig,
  type HotSettings,
  type LoadedConfig,
  maskSecrets,
  openSecrets,
  restoreMasked,
} from '../config/index.js';
import { revealSecrets } from '../config/redact.js';
import { CONFIG_LAYOUT, CONFIG_LEAVES, mapSecrets } from '../config/sections.js';
import { askStorage } from '../storage/storage-refusal.js';
import { fieldOf } from './config-fields.js';

export interface StoredConfigDeps {
  /** The configuration at the start, sections of the database included. */
  readonly started: LoadedConfig;
  /** These sections. Default: none. */
  readonly startedWith?: Sections;
  readonly sections: SectionStore | undefined;
  readonly box: SecretBox;
  readonly now: () => number;
  /** Settings that can change while the gateway runs. */
  readonly hot: HotSettings;
  readonly wayIn: Pick<WayInKeeper, 'keepWayIn'>;
}

export type RuntimeConfig = RuntimeConfigOf<GatewayConfig>;

/** The configuration with the sections of the database, as at every start. @throws ConfigError, StorageError */
export async function withStoredSections(
  loaded: LoadedConfig,
  sections: Pick<SectionStore, 'all'> | undefined,
  box: SecretBox,
): Promise<LoadedConfig> {
  return sections === undefined ? loaded : openSecrets(applySections(loaded, await sections.all()), box);
}

/**
 * The same with those sections alone that let callers in: another one may be of a newer version of this program, and matters nothing there.
 * @throws ConfigError, StorageError
 */
export async function withWaysIn(
  loaded: LoadedConfig,
  sections: Pick<SectionStore, 'all'>,
  box: SecretBox,
): Promise<LoadedConfig> {
  const all = Object.entries(await sections.all());
  const kept = Object.fromEntries(all.filter(([section]) => section.startsWith('north.rest')));
  return await withStoredSections(loaded, { all: async () => kept }, box);
}

/** The configuration of the file, the environment and the database. */
export function createStoredConfig({ sections, box, wayIn, ...deps }: StoredConfigDeps): RuntimeConfig {
  return createRuntimeConfig({
    ...deps,
    records: sectionRecords(sections),
    format: formatOf(box),
    keepWayIn: (change, write) => wayIn.keepWayIn(change, (inTurn) => write(inTurn.sections)),
  });
}

function sectionRecords(store: SectionStore | undefined): SectionRecords | undefined {
  if (store === undefined) return undefined;
  return {
    all: () => askStorage(() => store.all()),
    replace: (section, before, after) => askStorage(() => store.replace(section, before, after)),
  };
}

function formatOf(box: SecretBox): ConfigFormat<LoadedConfig> {
  return {
    layout: CONFIG_LAYOUT,
    fields: (isHot) => CONFIG_LEAVES.map((leaf) => fieldOf(leaf, isHot)),
    accept: (saved, stored, section) => accept(() => openSecrets(applySections(saved, stored), box), section),
    mask: maskSecrets,
    restoreMasked,
    secretsStay({ next, known, section, given }) {
      const moved = secretElsewhere({ next: next.config, known: known.map(({ config }) => config), section, given });
      if (moved === undefined) return;
      throw refusedField(moved.path, `must be entered again: it was stored for another ${moved.address}`);
    },
    clearText: revealSecrets,
    sealed: (value, section) => mapSecrets(value, section, (text, path) => (text === '' ? '' : box.seal(text, path))),
  };
}

/** Refuses an invalid configuration, field by field. */
function accept<T>(resolve: () => T, section: string | undefined): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const what = section === undefined ? 'What is stored' : `The section ${section}`;
    throw new GatewayError('validation', `${what} is not acceptable`, {
      reason: 'validation_failed',
      errors: error.issues.map(({ path, message }) => ({ field: path, reason: message })),
    });
  }
}
