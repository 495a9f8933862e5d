import type { WriteOutcome, WriteRequest } from '@ccu-gateway/ccu-client';
import type { Home, HomeEvent, ParamsetWrite, PlannedWrite } from '@ccu-gateway/device-model';
import { type CcuWriter, GatewayError, type ParamsetReader } from '@ccu-gateway/server';
import type { Log } from '../log/log.js';
import type { Centrals } from './centrals.js';
import { askCcu } from './refusal.js';

export interface CcuWriterDeps {
  readonly centrals: Pick<Centrals, 'get'>;
  readonly home: Pick<Home, 'markPending'>;
  /** Reads what the model then learns of. */
  readonly paramsets: Pick<ParamsetReader, 'readParamset'>;
  readonly publish: (event: HomeEvent) => void;
  readonly log: Log;
}

/** Sends validated writes to the CCU they are for, and marks what is under way in the model. */
export function createCcuWriter({ centrals, home, paramsets, publish, log }: CcuWriterDeps): CcuWriter {
  /** No event tells of a changed configuration. It was written, whether or not it can be read now. */
  async function readAgain({ central, interfaceName, address }: ParamsetWrite): Promise<void> {
    try {
      await paramsets.readParamset({ central, interfaceName, address, key: 'MASTER' });
    } catch (error) {
      log.debug('a written configuration could not be read', { central, address, error });
    }
  }

  function mark(write: PlannedWrite): () => readonly HomeEvent[] {
    if (write.kind !== 'value' || write.momentary) return () => [];
    const { central, channelAddress, parameter } = write;
    return home.markPending({ central, channelAddress, parameter, value: write.value.value });
  }

  return {
    async write(write, { priority, signal }) {
      const ccu = centrals.get(write.central);
      if (ccu === undefined) {
        throw new GatewayError('service_unready', `The CCU ${write.central} is not connected`, {
          reason: 'no_central',
        });
      }
      const takeBack = mark(write);
      let outcome: WriteOutcome | undefined;
      try {
        outcome = await askCcu(() => ccu.write({ ...request(write), priority, signal }));
      } finally {
        // What failed on its way was said by the CCU's client; what was never sent is said here.
        if (outcome === undefined || outcome === 'superseded') for (const event of takeBack()) publish(event);
      }
      if (write.kind === 'paramset' && write.paramsetKey === 'MASTER') void readAgain(write);
    },
  };
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
