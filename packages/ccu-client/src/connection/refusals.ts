import type { Complaints } from '../log/complaints.js';
import { deviceOf } from '../model/address.js';
import type { CcuEvent, InterfaceName } from '../model/model.js';
import type { Now } from '../model/ports.js';

/** Descriptions that the CCU refused, told by their addresses. */
export interface Refusals {
  /** `what`: the key of a paramset, or `device` for the description of the device or channel itself. */
  add(address: string, what: string): void;
  /** The CCU gave that description. */
  granted(address: string, what: string): void;
  /** These devices and channels are gone, and with them what was refused of them. */
  forget(addresses: readonly string[]): void;
  /** Says what was refused since it was said last, in one entry. */
  tell(): void;
  /** Those that are missing now, in the order in which they were refused. */
  current(): readonly string[];
}

/** What an entry names; a CCU that refuses a hundred descriptions has one reason for it, and the number of them counts. */
const NAMED = 5;
/** What is remembered as told: a refused description is told once, however often it is asked for. */
const MAX_TOLD = 10_000;
const MAX_ENTRIES = 20;

export function createRefusals(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly complaints: Complaints;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
}): Refusals {
  const { central, interfaceName } = deps;
  const told = new Set<string>();
  const missing = new Set<string>();
  let fresh: string[] = [];
  let entries = 0;
  return {
    add(address, what) {
      const name = `${address} ${what}`;
      if (missing.size < MAX_TOLD) missing.add(name);
      if (told.has(name) || told.size >= MAX_TOLD) return;
      told.add(name);
      fresh.push(name);
    },
    granted: (address, what) => void missing.delete(`${address} ${what}`),
    forget(addresses) {
      if (missing.size === 0) return;
      const gone = new Set(addresses);
      for (const name of missing) {
        // The key behind the last blank has none; an address may.
        const address = name.slice(0, name.lastIndexOf(' '));
        if (gone.has(address) || gone.has(deviceOf(address))) missing.delete(name);
      }
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
        central,
        interfaceName,
        about: first,
        fields: { addresses: refused.slice(0, NAMED).join(', '), count: refused.length },
      });
      deps.emit({ type: 'descriptions_refused', central, interfaceName, at: deps.now(), refused });
    },
    current: () => [...missing],
  };
}
