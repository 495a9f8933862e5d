import type { Log } from '../log/log.js';

/** Whether CCUs are those that the fleet knows by their names. */
export interface KnownCentrals {
  /** A CCU has told its serial number. What cannot be looked up is looked up when it tells it again. */
  look(central: string, serial: string): Promise<void>;
  /** Names under which the fleet knows another CCU than the one of this gateway. */
  others(): readonly string[];
}

/** Serial numbers are told in full or by their end. */
const COMPARED = 10;

/**
 * What is left to tell two fleets of one name apart where they share no database.
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
