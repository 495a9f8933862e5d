import type { StateStore } from '@ccu-gateway/ccu-client';
import type { CentralDocuments, SecurityRecords } from '@ccu-gateway/gateway-core/parts';
import type { FactStore } from '@ccu-gateway/storage';
import { askStorage } from './storage-refusal.js';
import type { Store } from './store.js';

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

/** The same in the shared database, for the next gateway with the CCU. */
function sharedDocuments(facts: FactStore, keyOf: (central: string) => string): CentralDocuments {
  return {
    load: async (central) => (await askStorage(() => facts.get(keyOf(central)))) ?? undefined,
    save: (central, document) => askStorage(() => facts.put(keyOf(central), document ?? null)),
  };
}

/** Documents of CCUs: those of the shared database where there is one, else those of this machine; undefined without any. */
export function documentsOf(
  { storage, shared, place }: Pick<Store, 'storage' | 'shared' | 'place'>,
  keyOf: (central: string) => string,
): CentralDocuments | undefined {
  if (place === undefined) return documentsIn(storage?.ccuState, keyOf);
  return shared && sharedDocuments(shared.facts, keyOf);
}

/** Key of the overview over dangers and faults, which no name of a CCU can be. */
const SECURITY_KEY = '$security';

/** The overview of this machine over dangers and faults; undefined without a database. */
export function securityRecords(store: StateStore | undefined): SecurityRecords | undefined {
  const documents = documentsIn(store, () => SECURITY_KEY);
  return (
    documents && {
      load: async () => (await documents.load('')) as Awaited<ReturnType<SecurityRecords['load']>>,
      save: (memory) => documents.save('', memory),
    }
  );
}

/** Key of the phones and browsers that take push messages, which is also the path that they are sealed for. */
export const PUSH_KEY = '$push';

/** Key of the identity of a CCU. */
export const identityKey = (central: string): string => `${central}/identity`;
/** Replaced devices, and the identities that they exchanged. */
export const replacementsKey = (central: string): string => `device-replacements:${central}`;
/** New devices that wait to be released. */
export const newDevicesKey = (central: string): string => `new-devices:${central}`;
/** Which of its channels are hidden or locked. */
export const flagsKey = (central: string): string => `channel-flags:${central}`;
