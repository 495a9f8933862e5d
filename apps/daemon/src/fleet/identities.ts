import type { Identities } from '@ccu-gateway/gateway-core/parts';
import type { KnownCentrals } from './known-centrals.js';

/** Compares the serial numbers of CCUs, kept ones and new ones, with those of the fleet. */
export function identitiesOf(kept: Identities, known: KnownCentrals | undefined): Identities {
  const look = (central: string, serial: string | undefined) => {
    if (serial !== undefined) void known?.look(central, serial);
  };
  return {
    ...kept,
    async load(centrals) {
      await kept.load(centrals);
      for (const central of centrals) look(central, kept.of(central).serial);
    },
    keep(central, said) {
      kept.keep(central, said);
      look(central, said.serial);
    },
  };
}
