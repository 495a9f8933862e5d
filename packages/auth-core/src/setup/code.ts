import { encodeBase64Url } from '../crypto/base64.js';
import type { AuthLogger, Random, SetupCodeStore } from '../model/ports.js';

/** The code that first-run setup asks for. */
export interface SetupCode {
  readonly isRequired: boolean;
  /** The one that all gateways take which share the stores; null where none is asked for. The log shows each once. */
  current(): Promise<string | null>;
  /** Lets go of it, so that another setup has another one. Never fails: a code without a setup opens nothing. */
  forget(): Promise<void>;
}

export interface SetupCodeOptions {
  /** As it is at the start. */
  readonly isRequired: boolean;
  readonly store: SetupCodeStore;
  readonly random: Random;
  readonly logger: AuthLogger;
}

export function createSetupCode({ isRequired, store, random, logger }: SetupCodeOptions): SetupCode {
  let shown: string | undefined;
  return {
    isRequired,
    current: async () => {
      if (!isRequired) return null;
      const code = await store.first(encodeBase64Url(random(9)));
      if (code !== shown) logger.warn('setup.onboarding.code', { code });
      shown = code;
      return code;
    },
    forget: () => store.forget().catch(() => undefined),
  };
}
