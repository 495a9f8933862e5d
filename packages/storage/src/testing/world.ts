import type { TestFramework } from '@ccu-gateway/auth-core/testing';
import type { SharedStores } from '../shared.js';

/** A fresh database that two programs have open, and a clock that moves only on request. */
export interface SharedWorld {
  readonly stores: SharedStores;
  /** The same database, opened by another program. */
  readonly other: SharedStores;
  /** Lets time pass for both. Below zero the clock is set back. */
  readonly tick: (ms: number) => void;
  /** No two gateways have it open at once: exclusive work runs in one of them. */
  readonly isOfOneGateway?: boolean;
  readonly close: () => Promise<void> | void;
  /** Its driver reads a text up to the first NUL only, as that of Node does: none is asked of it. */
  readonly cutsAtNul?: boolean;
}

/** The text, with another character for NUL where that cannot be read back. */
export function readable({ cutsAtNul = false }: Pick<SharedWorld, 'cutsAtNul'>, text: string): string {
  return cutsAtNul ? text.replaceAll('\0', '\x03') : text;
}

/** Opens a world with a clock at 1 700 000 000 000. */
export type OpenSharedWorld = () => Promise<SharedWorld>;

/** A test on a world of its own, which is closed in every case. */
export function onWorld({ it }: TestFramework, open: OpenSharedWorld) {
  return (title: string, body: (world: SharedWorld) => Promise<void>) =>
    it(title, async () => {
      const world = await open();
      try {
        await body(world);
      } finally {
        await world.close();
      }
    });
}
