import type { CentralDocuments } from '../ports/documents.js';

/** Documents that are gone with the process. */
export function createMemoryDocuments(): CentralDocuments & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    async load(central) {
      const text = kept.get(central);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async save(central, document) {
      if (document === undefined) kept.delete(central);
      else kept.set(central, JSON.stringify(document));
    },
  };
}
