import type { Complaints } from '../complaints.js';
import type { InterfaceName } from '../model.js';

/** Descriptions that the CCU refused, told by their addresses. */
export interface Refusals {
  /** `what`: the key of a paramset, or `device` for the description of the device or channel itself. */
  add(address: string, what: string): void;
  /** Says what was refused since it was said last, in one entry. */
  tell(): void;
}

/** What an entry names; a CCU that refuses a hundred descriptions has one reason for it, and the number says how many. */
const NAMED = 5;
/** What is remembered as told: a refused description is told once, however often it is asked for. */
const MAX_TOLD = 10_000;
const MAX_ENTRIES = 20;

export function createRefusals(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly complaints: Complaints;
}): Refusals {
  const told = new Set<string>();
  let fresh: string[] = [];
  let entries = 0;
  return {
    add(address, what) {
      const name = `${address} ${what}`;
      if (told.has(name) || told.size >= MAX_TOLD) return;
      told.add(name);
      fresh.push(name);
    },
    tell() {
      const [first] = fresh;
      if (first === undefined) return;
      const refused = fresh;
      fresh = [];
      if (entries >= MAX_ENTRIES) return;
      entries += 1;
      deps.complaints.report({
        event: 'description.refused',
        message: 'the CCU refused descriptions',
        central: deps.central,
        interfaceName: deps.interfaceName,
        about: first,
        fields: { addresses: refused.slice(0, NAMED).join(', '), count: refused.length },
      });
    },
  };
}
