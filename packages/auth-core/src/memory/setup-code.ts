import type { SetupCodeStore } from '../model/ports.js';

export function createMemorySetupCode(): SetupCodeStore {
  let kept: string | undefined;
  return {
    first: async (code) => {
      kept ??= code;
      return kept;
    },
    forget: async () => {
      kept = undefined;
    },
  };
}
