import { CommissioningOptions } from '@matter/main/types';
import type { Identity } from '../node/bridge-node.js';
import type { BridgePorts } from '../ports/ports.js';

const HIGHEST_PASSCODE = 99_999_998;
const HIGHEST_DISCRIMINATOR = 4095;

/** Identity of this installation: made once, and again after a reset. */
export function identityOf({ store, randomInt }: Pick<BridgePorts, 'store' | 'randomInt'>): Identity {
  const passcode = store.secret('passcode') ?? String(randomPasscode(randomInt));
  store.keepSecret('passcode', passcode);
  const discriminator = store.fact('discriminator') ?? String(randomInt(0, HIGHEST_DISCRIMINATOR + 1));
  store.keepFact('discriminator', discriminator);
  const unique =
    store.fact('unique') ??
    randomInt(1, 2 ** 47)
      .toString(16)
      .padStart(12, '0');
  store.keepFact('unique', unique);
  return { passcode: Number(passcode), discriminator: Number(discriminator), uniqueId: `ccu-gateway-${unique}` };
}

function randomPasscode(randomInt: BridgePorts['randomInt']): number {
  for (;;) {
    const made = randomInt(1, HIGHEST_PASSCODE + 1);
    if (!CommissioningOptions.FORBIDDEN_PASSCODES.includes(made)) return made;
  }
}
