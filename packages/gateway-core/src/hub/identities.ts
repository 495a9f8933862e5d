import type { CentralInformation } from '@ccu-gateway/device-model';
import type { CentralDocuments } from '../ports/documents.js';
import type { Logger } from '../ports/log.js';

/** The stored part: the base of ids, and the name of the product for people. The rest is requested again. */
export type Identity = Pick<CentralInformation, 'serial' | 'model' | 'version'> & {
  /** Ids were given out before the CCU reported its serial number, so they are made of its name for good. */
  readonly ids?: 'name';
};

/** Identities of the CCUs, over restarts: unique ids must not wait for a logic layer that is minutes behind. */
export interface Identities {
  /** To be awaited before `of` is called. An unreadable identity is requested from the CCU, as on a first start. */
  load(centrals: readonly string[]): Promise<void>;
  of(central: string): Identity;
  /** Stores the facts that a CCU reported; facts that it omits this time stay. */
  keep(central: string, said: CentralInformation & Identity): void;
  /** The CCU is no longer one of ours. */
  forget(central: string): Promise<void>;
}

const MEMBERS = ['serial', 'model', 'version', 'ids'] as const;

/**
 * Stores the identities of the CCUs. Without documents it knows only the facts of this run.
 *
 * @example
 * const identities = createIdentities(documents, log);
 * await identities.load(['home']);
 */
export function createIdentities(documents: CentralDocuments | undefined, log: Logger): Identities {
  const known = new Map<string, Identity>();
  return {
    async load(centrals) {
      for (const central of centrals) {
        try {
          const document = await documents?.load(central);
          if (document !== undefined) known.set(central, readIdentity(document));
        } catch (error) {
          log.warn('the identity of the CCU could not be read', { central, error });
        }
      }
    },
    of: (central) => known.get(central) ?? {},
    keep(central, said) {
      const before = known.get(central) ?? {};
      const next = { ...before, ...identityIn(said) };
      if (JSON.stringify(next) === JSON.stringify(before)) return;
      known.set(central, next);
      documents?.save(central, next).catch((error: unknown) => {
        log.warn('the identity of the CCU could not be stored', { central, error });
      });
    },
    async forget(central) {
      known.delete(central);
      await documents?.save(central, undefined);
    },
  };
}

/**
 * Base of a CCU's ids. Keys of clients must not change when the CCU reports its serial number late: until then ids are
 * awaited, and ids that were given out by name stay so.
 *
 * @example
 * house.addCentral('home', { host, interfaces, ids: idsOf(identities.of('home')) });
 */
export function idsOf({ ids, serial }: Identity): 'name' | 'awaited' | undefined {
  return ids ?? (serial === undefined ? 'awaited' : undefined);
}

function readIdentity(value: unknown): Identity {
  return typeof value === 'object' && value !== null ? identityIn(value) : {};
}

function identityIn(value: object): Identity {
  const members = MEMBERS.map((name) => [name, (value as Readonly<Record<string, unknown>>)[name]] as const);
  return Object.fromEntries(
    members.filter(([name, text]) => typeof text === 'string' && text !== '' && (name !== 'ids' || text === 'name')),
  );
}
