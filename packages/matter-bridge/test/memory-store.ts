import type { Choice, MatterStore } from '../src/ports/ports.js';

/** A store that outlives the bridge, but not the process. */
export function memoryStore(): MatterStore & { readonly rows: Map<string, string> } {
  const rows = new Map<string, string>();
  const numbers = new Map<string, number>();
  const choices = new Map<string, Choice>();
  const secrets = new Map<string, string>();
  const at = (context: string, key: string) => `${context}\n${key}`;
  return {
    rows,
    load: () =>
      [...rows].map(([place, value]) => {
        const [context = '', key = ''] = place.split('\n');
        return { context, key, value };
      }),
    save: (all) => {
      for (const { context, key, value } of all) rows.set(at(context, key), value);
    },
    remove: (context, key) => void rows.delete(at(context, key)),
    clear(context) {
      for (const place of [...rows.keys()]) {
        const of = place.split('\n')[0] ?? '';
        if (context === '' || of === context || of.startsWith(`${context}.`)) rows.delete(place);
      }
    },
    numberOf(key) {
      const known = numbers.get(key) ?? Math.max(1, ...numbers.values()) + 1;
      numbers.set(key, known);
      return known;
    },
    knownNumber: (key) => numbers.get(key),
    choices: () => new Map(choices),
    choose: (key, choice) => void choices.set(key, choice),
    fact: (name) => secrets.get(name),
    keepFact: (name, value) => void secrets.set(name, value),
    secret: (name) => secrets.get(name),
    keepSecret: (name, value) => void secrets.set(name, value),
    reset() {
      rows.clear();
      secrets.clear();
    },
  };
}
