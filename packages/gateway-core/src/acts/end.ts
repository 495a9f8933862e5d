import { serviceCaller } from '../use-case/caller.js';
import { isPending } from '../use-case/record.js';
import { type ActWrite, endingOf } from './act.js';
import { keyOf } from './book.js';
import { asksFirst } from './plan.js';
import { presentOf, reasonOf, type Sending, writeOf } from './send.js';

/** Refusals of the same act after which its values are kept. */
const MOST_REFUSALS = 5;

const OWN = serviceCaller({ name: 'acts', role: 'operator' });

/** Restores the values before, as far as they still belong to the act. */
export interface Ender {
  /** One pass over the writes of an act that is ending. The act ends when nothing is left to restore. */
  pass(id: string): Promise<void>;
}

export function createEnder(parts: Sending): Ender {
  const { house, book, time, log } = parts;
  const refusals = new Map<string, number>();

  async function endWrite(id: string, key: string): Promise<void> {
    const act = book.get(id);
    const mine = act?.writes.find((each) => keyOf(each) === key);
    if (act === undefined || mine === undefined) return;
    const ending = endingOf(mine, presentOf(parts, mine), time.now());
    if (ending.step === 'wait') return;
    if (ending.step === 'done') return book.changeWrite(id, key, () => ending.write);
    const { deviceAddress: address, central, channel, parameter } = mine;
    if (asksFirst(house, mine)) {
      return book.changeWrite(id, key, (each) => ({ ...each, state: 'kept', reason: 'confirmation_required' }));
    }
    const planned = house.validateWrite({ address, central, channel, parameter, value: ending.value });
    if (!planned.ok) return book.changeWrite(id, key, (each) => ({ ...each, state: 'kept', reason: planned.code }));
    // Reports are not foreign while the value before is sent.
    const settle = book.ignoreReports(id, key);
    try {
      await writeOf(parts, planned.write, { caller: OWN, note: act.name, before: mine.value });
      settle((each) => ({ ...each, state: 'restored' }));
    } catch (error) {
      settle((each) => afterRefusal(id, each, error));
    }
  }

  /** A value that could not be restored is tried again, a few times. */
  function afterRefusal(id: string, mine: ActWrite, error: unknown): ActWrite {
    if (isPending(error)) return { ...mine, state: 'restored' };
    log.warn('a value was not restored at the end of an act', { act: id, error });
    const count = (refusals.get(id) ?? 0) + 1;
    refusals.set(id, count);
    return count >= MOST_REFUSALS ? { ...mine, state: 'kept', reason: reasonOf(error) } : mine;
  }

  return {
    async pass(id) {
      for (const write of book.get(id)?.writes ?? []) await endWrite(id, keyOf(write));
      if (book.get(id)?.state === 'ended') refusals.delete(id);
    },
  };
}
