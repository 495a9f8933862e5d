import type { HouseModel, ModelEvent, Succession } from '@ccu-gateway/device-model';
import type { CentralDocuments } from '../ports/documents.js';
import type { Logger } from '../ports/log.js';
import { noStorage } from '../use-case/errors.js';
import type { Replacement } from './replacement.js';

/** Replacements of a CCU that are remembered; the oldest ended ones are forgotten first. */
const MAX_KEPT = 50;

interface Document {
  readonly replacements?: readonly Replacement[];
  readonly successions?: Readonly<Record<string, Succession>>;
}

export interface BookDeps {
  /** Undefined without storage: no device can be replaced then. */
  readonly documents: CentralDocuments | undefined;
  readonly house: Pick<HouseModel, 'setSuccessions'>;
  readonly publish: (event: ModelEvent) => void;
  readonly log: Logger;
}

/** Stored replacements, and the identities of the devices that took part in them. */
export interface ReplacementBook {
  /** Newest first. */
  list(central?: string): readonly Replacement[];
  get(id: string): Replacement | undefined;
  /** Resolves when it is stored and announced. Rejects with `service_unready` without storage. */
  put(replacement: Replacement): Promise<void>;
  /** The new device has the identity of the old one from now on. */
  succeed(replacement: Replacement, at: number): Promise<void>;
  /** Reads the stored ones of a CCU. One that a stop of the gateway interrupted has failed. */
  restore(central: string): Promise<void>;
}

/**
 * Keeps replacements of devices over restarts.
 *
 * @example
 * const book = createReplacementBook({ documents, house, publish, log });
 * await book.restore('home');
 */
export function createReplacementBook({ documents, house, publish, log }: BookDeps): ReplacementBook {
  const kept = new Map<string, { replacements: readonly Replacement[]; successions: Map<string, Succession> }>();

  const of = (central: string) => {
    const known = kept.get(central) ?? { replacements: [], successions: new Map() };
    kept.set(central, known);
    return known;
  };

  async function save(central: string): Promise<void> {
    if (documents === undefined) throw noStorage();
    const { replacements, successions } = of(central);
    await documents.save(central, { replacements, successions: Object.fromEntries(successions) });
  }

  const list = (central?: string) =>
    [...kept]
      .flatMap(([name, { replacements }]) => (central === undefined || name === central ? replacements : []))
      .sort((one, other) => (one.started_at < other.started_at ? 1 : -1));

  return {
    list,
    get: (id) => list().find((each) => each.id === id),
    async put(replacement) {
      const { central, id } = replacement;
      const book = of(central);
      const others = book.replacements.filter((each) => each.id !== id);
      book.replacements = [replacement, ...others].slice(0, MAX_KEPT);
      await save(central);
      publish(changedEvent(replacement));
    },
    async succeed({ central, old_address: old, new_address: fresh }, at) {
      const { successions } = of(central);
      const [before, own] = [successions.get(old), successions.get(fresh)];
      successions.set(fresh, {
        identity: before?.identity ?? old,
        replaced: [...(before?.replaced ?? []), { address: old, at }],
      });
      successions.set(old, { identity: own?.identity ?? fresh, replaced: own?.replaced ?? [] });
      await save(central);
      for (const event of house.setSuccessions(central, new Map(successions))) publish(event);
    },
    async restore(central) {
      const { replacements = [], successions = {} } = ((await documents?.load(central)) ?? {}) as Document;
      const ended = replacements.map((each) => (each.state === 'running' ? interrupted(each) : each));
      kept.set(central, { replacements: ended, successions: new Map(Object.entries(successions)) });
      for (const event of house.setSuccessions(central, of(central).successions)) publish(event);
      if (ended.some((each, index) => each !== replacements[index]))
        log.warn('a replacement was interrupted', { central });
    },
  };
}

const interrupted = (replacement: Replacement): Replacement => ({
  ...replacement,
  state: 'failed',
  error: { reason: 'interrupted', message: 'The gateway was stopped meanwhile' },
  steps: replacement.steps.map((step) => (step.state === 'running' ? { ...step, state: 'failed' } : step)),
});

/** Announces how far a replacement is. */
function changedEvent(replacement: Replacement): ModelEvent {
  const { central, id, state, old_address, new_address, steps } = replacement;
  return {
    topic: `device.${new_address}.replacement`,
    type: 'device.replacement_changed',
    kind: 'change',
    payload: {
      central,
      id,
      state,
      old_address,
      device_address: new_address,
      done: steps.filter((step) => step.state === 'done' || step.state === 'partly').length,
      steps: steps.length,
    },
  };
}
