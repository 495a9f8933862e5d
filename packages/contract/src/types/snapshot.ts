import type { z } from 'zod';
import type { snapshot } from '../schemas/snapshot.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The whole installation at one moment, with the number of the newest event in it. */
export type Snapshot = DeepReadonly<z.output<typeof snapshot>>;
/** The channels of one device in a snapshot. */
export type SnapshotDeviceChannels = NonNullable<Snapshot['device_channels']>[number];

/** The same before its events are numbered. */
export type HouseSnapshot = Omit<Snapshot, 'seq' | 'epoch'>;
