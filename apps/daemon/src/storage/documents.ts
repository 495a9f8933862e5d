import type { StateStore } from '@ccu-gateway/ccu-client';
import type { CentralDocuments } from '@ccu-gateway/gateway-core/parts';
import { askStorage } from './storage-refusal.js';

/** Documents of CCUs as JSON in the database; undefined without one. */
export function documentsIn(
  store: StateStore | undefined,
  keyOf: (central: string) => string,
): CentralDocuments | undefined {
  if (store === undefined) return undefined;
  return {
    async load(central) {
      const text = await askStorage(() => store.load(keyOf(central)));
      return text === undefined ? undefined : JSON.parse(text);
    },
    async save(central, document) {
      const text = document === undefined ? undefined : JSON.stringify(document);
      await askStorage(() => store.save(keyOf(central), text));
    },
  };
}

/** Who a CCU is. */
export const identityKey = (central: string): string => `${central}/identity`;
/** Which of its channels are hidden or locked. */
export const flagsKey = (central: string): string => `channel-flags:${central}`;
