import type { Ccu, WriteOutcome, WriteRequest } from '@ccu-gateway/ccu-client';
import { isCcuError } from '@ccu-gateway/ccu-client/errors';
import type { HouseModel, ModelEvent, PlannedWrite } from '@ccu-gateway/device-model';
import type { CcuWriter } from '../ports/house.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { GatewayError, NOT_TAKEN_YET } from '../use-case/errors.js';
import type { ConnectedCcus } from './connected.js';
import { refusal } from './refusal.js';

export interface CcuWriterDeps {
  readonly centrals: ConnectedCcus;
  readonly house: Pick<HouseModel, 'markPending'>;
  readonly publish: (event: ModelEvent) => void;
  readonly time: Pick<Time, 'after'>;
  readonly log: Logger;
}

/** A device that sleeps or is out of reach keeps a CCU busy for minutes; no client shall wait that long for an answer. */
const PATIENCE_MS = 20_000;

/**
 * Sends validated writes to their CCU, and shows them as pending in the model.
 *
 * @example
 * const ccu = createCcuWriter({ centrals, house, publish, time, log });
 */
export function createCcuWriter({ centrals, house, publish, time, log }: CcuWriterDeps): CcuWriter {
  function mark(write: PlannedWrite): () => readonly ModelEvent[] {
    if (write.kind !== 'value' || write.momentary) return () => [];
    const { central, channelAddress, parameter } = write;
    return house.markPending({ central, channelAddress, parameter, value: write.value.value });
  }

  async function carryOut(
    ccu: Pick<Ccu, 'write'>,
    write: PlannedWrite,
    options: Parameters<CcuWriter['write']>[1],
  ): Promise<void> {
    const takeBack = mark(write);
    let outcome: WriteOutcome | 'unknown' | undefined;
    try {
      outcome = await ccu.write({ ...request(write), ...options });
    } catch (error) {
      // A closed client no longer reports the outcome.
      if (isCcuError(error) && error.mayHaveRun === true && error.code !== 'closed') outcome = 'unknown';
      throw refusal(error);
    } finally {
      // The CCU's client reports writes that were sent; writes that never got so far are reported here.
      if (outcome === undefined || outcome === 'superseded') for (const event of takeBack()) publish(event);
    }
  }

  /** Rejects after the time limit. The outcome of the write after that is published on the stream. */
  function patience(written: Promise<void>): Promise<void> {
    return new Promise((_, reject) => {
      const cancel = time.after(PATIENCE_MS, () => {
        written.catch((error: unknown) => log.debug('a write failed after it was answered', { error }));
        reject(notTakenYet());
      });
      written.then(cancel, cancel);
    });
  }

  return {
    async write(write, { priority, signal }) {
      const ccu = centrals.get(write.central);
      if (ccu === undefined) {
        throw new GatewayError('service_unready', `The CCU ${write.central} is not connected`, {
          reason: 'no_central',
        });
      }
      // A caller with an answer can no longer take the write back by going away.
      const caller = new AbortController();
      const giveUp = () => caller.abort(signal.reason);
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      const written = carryOut(ccu, write, { priority, signal: caller.signal });
      try {
        await Promise.race([written, patience(written)]);
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },
  };
}

function notTakenYet(): GatewayError {
  const seconds = PATIENCE_MS / 1000;
  return new GatewayError(
    'upstream_unavailable',
    `The CCU has not taken this within ${seconds} seconds. It may still do so; the event stream reports the outcome`,
    { reason: NOT_TAKEN_YET },
  );
}

function request(write: PlannedWrite): WriteRequest {
  if (write.kind === 'value') {
    return {
      interfaceName: write.interfaceName,
      channelAddress: write.channelAddress,
      paramsetKey: 'VALUES',
      values: { [write.parameter]: write.value },
      momentary: write.momentary,
    };
  }
  return {
    interfaceName: write.interfaceName,
    channelAddress: write.address,
    paramsetKey: write.paramsetKey,
    ...(write.peer === undefined ? {} : { peer: write.peer }),
    values: write.values,
  };
}
