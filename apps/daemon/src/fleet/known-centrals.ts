import type { Log } from '../log/log.js';

/** Comparison of CCUs with those that the fleet has under their names. */
export interface KnownCentrals {
  /** A CCU has reported its serial number. One that cannot be looked up is looked up at the next report. */
  look(central: string, serial: string): Promise<void>;
  /** Names under which the fleet has another CCU than the one of this gateway. */
  others(): readonly string[];
}

/** CCUs report serial numbers in full or by their end. */
const COMPARED = 10;

/**
 * The remaining way to distinguish two fleets of one name where they share no database.
 *
 * @example
 * const known = createKnownCentrals((central, serial) => claimCentral(connection, central, serial), log);
 */
export function createKnownCentrals(
  claim: (central: string, serial: string) => Promise<boolean>,
  log: Pick<Log, 'warn'>,
): KnownCentrals {
  const others = new Set<string>();
  return {
    async look(central, serial) {
      try {
        if (await claim(central, serial.slice(-COMPARED))) others.delete(central);
        else others.add(central);
      } catch (error) {
        log.warn('which CCU the fleet knows by a name is not known', {
          event: 'fleet.central_unchecked',
          central,
          error,
        });
      }
    },
    others: () => [...others],
  };
}
