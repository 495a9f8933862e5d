import type { Snapshot } from '@ccu-gateway/contract/types';
import type { SnapshotOptions } from '@ccu-gateway/device-model';
import type { EventStream } from '@ccu-gateway/event-stream';
import type { House } from '../../ports/house.js';
import { knownScope } from '../../use-case/choose.js';

/** Ports of the use case that reads the whole installation at one moment. */
export interface SnapshotReading {
  readonly house: House;
  readonly events: Pick<EventStream, 'seq' | 'epoch'>;
}

/**
 * The whole installation at one moment, in one turn, with the number of the newest event in it: events above `seq` are
 * not in it. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const { seq, devices, device_channels } = core.as(caller).snapshot.take({ include: ['data_points'] });
 */
export function takeSnapshot({ house, events }: SnapshotReading, options: SnapshotOptions = {}): Snapshot {
  knownScope(house, options);
  return { ...house.snapshot(options), seq: events.seq, epoch: events.epoch };
}
