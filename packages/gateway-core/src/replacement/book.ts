import type { HouseModel, ModelEvent, Succession } from '@ccu-gateway/device-model';
import type { CentralDocuments } from '../ports/documents.js';
import type { Logger } from '../ports/log.js';
import { GatewayError, noStorage } from '../use-case/errors.js';
import { endedStep, type Replacement, stateOf, withStep } from './replacement.js';

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
  /** Resolves when those of this CCU are known. Rejects with `service_unready` where they cannot be read. */
  open(central: string): Promise<void>;
  /**
   * Resolves when it is stored and announced. Rejects with `service_unready` without storage, and where the stored ones
   * cannot be read.
   */
  put(replacement: Replacement): Promise<void>;
  /**
   * The new device has the identity of the old one from now on. Resolves with the replacement when both are stored; once
   * they are, the same again changes nothing. Rejects as `put`.
   */
  succeed(replacement: Replacement, at: number): Promise<Replacement>;
  /** Reads the stored ones of a CCU. One that a stop of the gateway interrupted has failed. */
  restore(central: string): Promise<void>;
}

/** Document of a CCU as it is known. */
interface Kept {
  readonly replacements: readonly Replacement[];
  readonly successions: ReadonlyMap<string, Succession>;
}

/**
 * Keeps replacements of devices over restarts.
 *
 * @example
 * const book = createReplacementBook({ documents, house, publish, log });
 * await book.restore('home');
 */
export function createReplacementBook({ documents, house, publish, log }: BookDeps): ReplacementBook {
  const kept = new Map<string, Kept>();
  const inTurn = createTurns();

  async function load(central: string): Promise<Kept> {
    const { replacements = [], successions = {} } = ((await documents?.load(central)) ?? {}) as Document;
    const ended = replacements.map((each) => (each.state === 'running' ? interrupted(each) : each));
    const loaded = { replacements: ended, successions: new Map(Object.entries(successions)) };
    kept.set(central, loaded);
    for (const event of house.setSuccessions(central, loaded.successions)) publish(event);
    if (ended.some((each, index) => each !== replacements[index]))
      log.warn('a replacement was interrupted', { central });
    return loaded;
  }

  /** The document before a change: one that cannot be read is not overwritten. */
  async function known(central: string): Promise<Kept> {
    try {
      return kept.get(central) ?? (await load(central));
    } catch (cause) {
      throw new GatewayError('service_unready', 'The stored replacements of this CCU cannot be read', {
        reason: 'storage_unavailable',
        cause,
      });
    }
  }

  /** Nothing counts before it is stored: a change that fails leaves the document as it was. */
  const changing = <T>(central: string, change: (now: Kept) => Promise<T>): Promise<T> =>
    inTurn(central, async () => change(await known(central)));

  async function save(central: string, next: Kept): Promise<void> {
    if (documents === undefined) throw noStorage();
    const { replacements, successions } = next;
    await documents.save(central, { replacements, successions: Object.fromEntries(successions) });
    kept.set(central, next);
  }

  const list = (central?: string) =>
    [...kept]
      .flatMap(([name, { replacements }]) => (central === undefined || name === central ? replacements : []))
      .sort((one, other) => (one.started_at < other.started_at ? 1 : -1));

  return {
    list,
    get: (id) => list().find((each) => each.id === id),
    open: (central) => changing(central, async () => {}),
    put: (replacement) =>
      changing(replacement.central, async (now) => {
        await save(replacement.central, withReplacement(now, replacement));
        publish(changedEvent(replacement));
      }),
    succeed: (replacement, at) =>
      changing(replacement.central, async (now) => {
        const { central, id, old_address: old, new_address: fresh } = replacement;
        const before = now.replacements.find((each) => each.id === id);
        const done = withStep(replacement, 'identity', endedStep({ count: 1, left: [] }));
        if (before !== undefined && stateOf(before, 'identity') === 'done') return done;
        const successions = exchanged(now.successions, { old, fresh, at });
        await save(central, { ...withReplacement(now, done), successions });
        for (const event of house.setSuccessions(central, successions)) publish(event);
        publish(changedEvent(done));
        return done;
      }),
    restore: (central) =>
      inTurn(central, async () => {
        try {
          await load(central);
        } catch (error) {
          // Another gateway may have changed it since the last time.
          kept.delete(central);
          throw error;
        }
      }),
  };
}

/** Runs work on the document of one CCU one after the other. */
function createTurns() {
  const tails = new Map<string, Promise<unknown>>();
  return <T>(central: string, work: () => Promise<T>): Promise<T> => {
    const turn = (tails.get(central) ?? Promise.resolve()).then(work);
    tails.set(
      central,
      turn.catch(() => undefined),
    );
    return turn;
  };
}

function withReplacement(kept: Kept, replacement: Replacement): Kept {
  const others = kept.replacements.filter((each) => each.id !== replacement.id);
  return { ...kept, replacements: [replacement, ...others].slice(0, MAX_KEPT) };
}

/** Both devices have the identity of the other one; the new one also has the values of the devices before it. */
function exchanged(
  successions: Kept['successions'],
  { old, fresh, at }: { readonly old: string; readonly fresh: string; readonly at: number },
): Kept['successions'] {
  const [before, own] = [successions.get(old), successions.get(fresh)];
  return new Map([
    ...successions,
    [fresh, { identity: before?.identity ?? old, replaced: [...(before?.replaced ?? []), { address: old, at }] }],
    [old, { identity: own?.identity ?? fresh, replaced: own?.replaced ?? [] }],
  ]);
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
