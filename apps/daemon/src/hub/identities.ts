import type { StateStore } from '@ccu-gateway/ccu-client';
import type { CentralInformation } from '@ccu-gateway/device-model';
import type { Log } from '../log/log.js';

/** What is kept: what makes ids, and what people know a CCU by. The rest is asked anew. */
type Identity = Pick<CentralInformation, 'serial' | 'model' | 'version'> & {
  /** Ids were given out before the CCU told its serial number, so they are made of its name for good. */
  readonly ids?: 'name';
};

/** Who the CCUs are, over restarts: unique ids must not wait for a logic layer that is minutes behind. */
export interface Identities {
  /** To be awaited before `of` is asked. What cannot be read is asked of the CCU, as on a first start. */
  load(centrals: readonly string[]): Promise<void>;
  of(central: string): Identity;
  /** What a CCU said; what it did not say this time stays as it was. */
  keep(central: string, said: CentralInformation & Identity): void;
  /** The CCU is no longer one of ours. */
  forget(central: string): Promise<void>;
}

const MEMBERS = ['serial', 'model', 'version', 'ids'] as const;
const keyOf = (central: string): string => `${central}/identity`;

export function createIdentities(store: StateStore | undefined, log: Log): Identities {
  const known = new Map<string, Identity>();
  return {
    async load(centrals) {
      for (const central of centrals) {
        try {
          const text = await store?.load(keyOf(central));
          if (text !== undefined) known.set(central, readIdentity(text));
        } catch (error) {
          log.warn('who the CCU is could not be read', { central, error });
        }
      }
    },
    of: (central) => known.get(central) ?? {},
    keep(central, said) {
      const before = known.get(central) ?? {};
      const next = { ...before, ...identityIn(said) };
      if (JSON.stringify(next) === JSON.stringify(before)) return;
      known.set(central, next);
      store?.save(keyOf(central), JSON.stringify(next)).catch((error: unknown) => {
        log.warn('who the CCU is could not be kept', { central, error });
      });
    },
    async forget(central) {
      known.delete(central);
      await store?.save(keyOf(central), undefined);
    },
  };
}

function readIdentity(text: string): Identity {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? identityIn(value) : {};
}

function identityIn(value: object): Identity {
  const members = MEMBERS.map((name) => [name, (value as Readonly<Record<string, unknown>>)[name]] as const);
  return Object.fromEntries(
    members.filter(([name, text]) => typeof text === 'string' && text !== '' && (name !== 'ids' || text === 'name')),
  );
}
