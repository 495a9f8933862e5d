import type { z } from 'zod';
import type { area } from '../schemas/gateway/areas.js';
import type { configTest } from '../schemas/gateway/config.js';
import type { floorplan, floorplanUpdate } from '../schemas/gateway/floorplans.js';
import type { gatewaysReport } from '../schemas/gateway/gateways.js';
import type {
  newOwnBackup,
  ownBackup,
  ownBackupContents,
  ownBackupStatus,
  ownRestore,
  ownRestoreChecked,
} from '../schemas/gateway/own-backups.js';
import type { snapshot } from '../schemas/gateway/snapshot.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The whole installation at one moment, with the number of the newest event in it. */
export type Snapshot = DeepReadonly<z.output<typeof snapshot>>;
/** The channels of one device in a snapshot. */
export type SnapshotDeviceChannels = NonNullable<Snapshot['device_channels']>[number];

/** The same before its events are numbered. */
export type HouseSnapshot = Omit<Snapshot, 'seq' | 'epoch'>;

/** A floor or another part of the building with its rooms. */
export interface Area extends DeepReadonly<z.output<typeof area>> {}
/** A picture of a floor with the places of devices. */
export interface Floorplan extends DeepReadonly<z.output<typeof floorplan>> {}
/** A floor plan to replace, with all its members. */
export interface FloorplanUpdate extends DeepReadonly<z.output<typeof floorplanUpdate>> {}

/** Outcome of a test of settings that are not saved. */
export interface ConfigTest extends DeepReadonly<z.output<typeof configTest>> {}

/** Several gateways as one of them sees them; without content if it is alone. */
export interface GatewaysReport extends DeepReadonly<z.output<typeof gatewaysReport>> {}
/** The same under its name in the API. */
export type FleetReport = GatewaysReport;
/** Several gateways as one of them sees them. */
export type FleetStatus = NonNullable<GatewaysReport['fleet']>;

/** A backup of the gateway itself, as it lies in its directory. */
export interface OwnBackup extends DeepReadonly<z.output<typeof ownBackup>> {}

/** Contents of a backup of the gateway, after it was read to its end. */
export interface OwnBackupContents extends DeepReadonly<z.output<typeof ownBackupContents>> {}

/** Present state of backups of the gateway, and the results of the last ones. */
export interface OwnBackupStatus extends DeepReadonly<z.output<typeof ownBackupStatus>> {}

/** Contents of a new backup of the gateway. */
export interface NewOwnBackup extends DeepReadonly<z.output<typeof newOwnBackup>> {}

/** Options for a restore of a backup of the gateway. */
export interface OwnRestore extends DeepReadonly<z.output<typeof ownRestore>> {}

/** Result of checking a backup, and the decision about its restore. */
export interface OwnRestoreChecked extends DeepReadonly<z.output<typeof ownRestoreChecked>> {}
