import { CcuError, clientClosed } from '../model/errors.js';
import type { WireValue } from '../model/model.js';
import type { TypedValue, WriteOutcome, WriteRequest } from '../model/operations-model.js';
import { abortError } from '../time/wait.js';
import { sameOnWire } from './coerce.js';
import { takeIn } from './intake.js';
import { createWriterParts, type WriterDeps, type WriterParts } from './parts.js';
import { isMomentary, typeValues } from './prepare.js';
import { createBurstGuard } from './queue.js';
import { createRecovery } from './recovery.js';
import { createSender, noRadioTime } from './sender.js';

/** Sends values of one interface: typed, in order of importance, merged, repeated where that is safe, and proved. */
export interface Writer {
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** A value arrived from the CCU. */
  seen(channelAddress: string, parameter: string, value: WireValue): void;
  /** Reads what an earlier run left unproved. */
  recall(): Promise<void>;
  /** Devices and values are known: goes on proving what was recalled. Later calls do nothing. */
  resume(): void;
  /**
   * What waits is refused, what is under way may end, and what is not proved is kept for the next start. Resolves when
   * that was written. Never rejects.
   */
  close(): Promise<void>;
}

const REFUSE_LOW_PERCENT = 95;

export function createWriter(deps: WriterDeps): Writer {
  const parts = createWriterParts(deps);
  const { queue, closing, watch, journal, pending } = parts;
  const guard = createBurstGuard(parts.elapsed);
  const sender = createSender(parts);
  const { recall, resume } = createRecovery(parts);

  async function write(request: WriteRequest): Promise<WriteOutcome> {
    checkRequest(request, closing.signal);
    const { channelAddress, paramsetKey } = request;
    const description = await deps.describe(channelAddress, paramsetKey).catch(() => undefined);
    const values = typeValues(request, description);
    const momentary = request.momentary ?? isMomentary(values, description);
    if (request.force === false && !momentary && isConfirmed(parts, request, values)) return 'skipped';
    const priority = guard(request.priority ?? (paramsetKey === 'VALUES' ? 'high' : 'default'));
    if (priority === 'low' && (deps.dutyCycle() ?? 0) >= REFUSE_LOW_PERCENT) throw noRadioTime(deps.interfaceName);
    journal.check(values);
    return await takeIn(parts, sender, { request: { ...request, momentary }, values, description, priority });
  }

  return {
    write,
    seen(channelAddress, parameter, value) {
      pending.seen(channelAddress, parameter, value);
      watch.seen(channelAddress, parameter, value);
    },
    recall,
    resume,
    close() {
      // What waited is said to be gone while clients still listen.
      queue.close();
      closing.abort(clientClosed());
      pending.close();
      return journal.close();
    },
  };
}

function checkRequest({ signal, paramsetKey, peer, values }: WriteRequest, closing: AbortSignal): void {
  if (closing.aborted) throw abortError(closing);
  if (signal?.aborted === true) throw abortError(signal);
  if (Object.keys(values).length === 0) throw new CcuError('invalid_argument', 'there is nothing to write');
  if (paramsetKey === 'LINK' && peer === undefined) throw new CcuError('invalid_argument', 'a link needs its peer');
}

/** Shown already, and nothing under way that would change it. */
function isConfirmed(
  { deps, pending, queue }: WriterParts,
  { channelAddress, paramsetKey }: WriteRequest,
  values: ReadonlyMap<string, TypedValue>,
): boolean {
  if (paramsetKey !== 'VALUES' || queue.of(channelAddress).length > 0) return false;
  return [...values].every(([parameter, { value }]) => {
    const confirmed = deps.confirmedValue(channelAddress, parameter);
    const isShown = confirmed !== undefined && sameOnWire(value, confirmed);
    return isShown && !pending.has(channelAddress, parameter);
  });
}
