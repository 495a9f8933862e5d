import { byParamset, type SentValue } from './journal-records.js';
import type { WriterParts } from './parts.js';

/** Goes on with proving what an earlier run had sent and not proved. */
export interface Recovery {
  /** Reads what an earlier run left behind. */
  recall(): Promise<void>;
  /** Devices and values are known: waits for the rest of it again. Later calls do nothing. */
  resume(): void;
}

export function createRecovery(parts: WriterParts): Recovery {
  const { journal } = parts;
  let recalled: readonly SentValue[] = [];

  return {
    async recall() {
      recalled = await journal.recall();
    },
    resume() {
      const left = recalled.filter((sent) => journal.has(sent));
      recalled = [];
      for (const sent of left) if (sent.paramsetKey === 'VALUES') resumeValue(parts, sent);
      for (const paramset of byParamset(left)) resumeParamset(parts, paramset);
    },
  };
}

function resumeValue({ deps, pending }: WriterParts, sent: SentValue): void {
  const { channelAddress, parameter, value } = sent;
  const { central, interfaceName } = deps;
  const place = { central, interfaceName, at: deps.now(), channelAddress, parameter };
  deps.emit({ type: 'write_waiting', ...place, value: value.value });
  const proof = pending.expect(sent);
  const shown = deps.confirmedValue(channelAddress, parameter);
  if (shown !== undefined) pending.seen(channelAddress, parameter, shown);
  if (sent.asleep) proof.asleep();
  else proof.taken();
}

function resumeParamset({ deps, configurations }: WriterParts, paramset: readonly SentValue[]): void {
  const { channelAddress, paramsetKey, peer } = paramset[0]!;
  const { interfaceName } = deps;
  configurations.resume({ interfaceName, channelAddress, paramsetKey, peer, values: {} }, paramset);
}
