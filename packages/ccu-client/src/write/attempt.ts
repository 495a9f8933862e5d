import { type Item, takenBefore } from './item.js';
import type { WriterParts } from './parts.js';
import type { Expectation } from './pending-value.js';
import { type Result, together } from './settle.js';
import { isShownAgain } from './shown.js';

/** One try to send an item, and what is awaited to prove it. */
export interface Attempt {
  /** The CCU took this parameter; the others may still be refused. */
  took(parameter: string): void;
  /** The CCU took everything: what becomes of it. */
  proof(): Promise<Result>;
  /** It broke off: what the CCU took by then is proved, the rest still belongs to the item. */
  broken(): void;
  /** The device sleeps and will get the rest. */
  asleep(): void;
  /** The rest was not sent. */
  cancel(): void;
}

/** Begins to wait before sending, because the event may be faster than the answer. */
export function beginAttempt(parts: WriterParts, item: Item): Attempt {
  const proofs = expectations(parts, item);
  const configuration = item.command ? undefined : parts.configurations.begin(item.request, item.values);
  const done = new Set<string>();
  return {
    took(parameter) {
      done.add(parameter);
    },
    proof() {
      for (const proof of proofs.values()) proof.taken();
      const outcomes = [...proofs.values()].map(({ outcome }) => outcome);
      return configuration?.proof() ?? together(outcomes, parts.deps.interfaceName);
    },
    broken() {
      for (const parameter of done) {
        proofs.get(parameter)?.taken();
        proofs.delete(parameter);
        takenBefore(item, parameter);
      }
    },
    asleep() {
      for (const proof of proofs.values()) proof.asleep();
      configuration?.asleep();
    },
    cancel() {
      for (const proof of proofs.values()) proof.cancel();
      configuration?.end();
    },
  };
}

/** What is awaited of a command, by parameter. */
function expectations({ deps, pending }: WriterParts, item: Item): Map<string, Expectation> {
  const { command, request, values, description } = item;
  if (!command || request.momentary === true) return new Map();
  const { channelAddress, paramsetKey } = request;
  const shown = [...values].filter(([parameter, { value }]) =>
    isShownAgain(parameter, description?.[parameter], value),
  );
  return new Map(
    shown.map(([parameter, value]) => {
      const sent = { channelAddress, paramsetKey, parameter, value, at: deps.now(), asleep: false };
      return [parameter, pending.expect(sent)];
    }),
  );
}
