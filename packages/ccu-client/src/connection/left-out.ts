import type { Complaints } from '../log/complaints.js';
import type { InterfaceName } from '../model/model.js';
import type { Now } from '../model/ports.js';

/**
 * What an interface sent and the client did not take: an `address` or a `parameter` that is none, a `description` that is
 * none, a `method` that it does not know, or a `call` of another shape.
 */
export type LeftOutKind = 'address' | 'parameter' | 'description' | 'method' | 'call';

/** Something that an interface sent and that was left out, and how often. */
export interface LeftOut {
  readonly interfaceName: InterfaceName;
  readonly kind: LeftOutKind;
  /** Address, parameter or method as it came, cut and without control characters. */
  readonly name: string;
  readonly count: number;
  /** Milliseconds since the Unix epoch of the last one. */
  readonly at: number;
}

/** Counts what is left out, by name. */
export interface LeftOutLedger {
  add(kind: LeftOutKind, name: unknown): void;
  /** The most frequent first. */
  current(): readonly LeftOut[];
}

/** Names of one kind; those beyond are counted together, under a name of their own. */
const MAX_NAMES = 50;
const MAX_NAME = 80;
const OTHERS = '…';

/** Makes the ledger of one interface. The first of each kind and name is reported to the log. */
export function createLeftOutLedger(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly complaints: Complaints;
  readonly now: Now;
}): LeftOutLedger {
  const { central, interfaceName } = deps;
  const entries = new Map<LeftOutKind, Map<string, LeftOut>>();
  return {
    add(kind, given) {
      const names = entries.get(kind) ?? new Map<string, LeftOut>();
      entries.set(kind, names);
      const wanted = nameOf(given);
      const name = names.has(wanted) || names.size < MAX_NAMES ? wanted : OTHERS;
      const count = (names.get(name)?.count ?? 0) + 1;
      names.set(name, { interfaceName, kind, name, count, at: deps.now() });
      if (count > 1) return;
      deps.complaints.report({
        event: `left_out.${kind}`,
        message: `the CCU sent a ${kind} that the gateway does not take`,
        central,
        interfaceName,
        about: name,
        // What a peer calls a method is no text for a log.
        ...(kind === 'method' ? {} : { fields: { name } }),
      });
    },
    current: () => [...entries.values()].flatMap((names) => [...names.values()]).sort((a, b) => b.count - a.count),
  };
}

/** Text for people: bounded, and without characters that would move a cursor. */
function nameOf(given: unknown): string {
  const text = typeof given === 'string' ? given : given === undefined ? 'nothing' : typeof given;
  return text.slice(0, MAX_NAME).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?');
}
