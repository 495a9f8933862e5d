import type { z } from 'zod';
import type {
  matterExposure,
  matterExposureUpdate,
  matterFabric,
  matterSetupPayload,
  matterStatus,
  matterWindow,
} from '../schemas/matter.js';
import type { DeepReadonly } from './deep-readonly.js';

/** State of the Matter bridge. */
export interface MatterStatus extends DeepReadonly<z.output<typeof matterStatus>> {}

/** A home that the Matter bridge belongs to. */
export interface MatterFabric extends DeepReadonly<z.output<typeof matterFabric>> {}

/** The codes to add the Matter bridge with. */
export interface MatterSetupPayload extends DeepReadonly<z.output<typeof matterSetupPayload>> {}

/** An open commissioning window, and the codes to use it. */
export interface MatterWindow extends DeepReadonly<z.output<typeof matterWindow>> {}

/** Something that the Matter bridge could show. */
export interface MatterExposure extends DeepReadonly<z.output<typeof matterExposure>> {}

/** Exposure of one device by the bridge, and its name there. */
export interface MatterExposureUpdate extends DeepReadonly<z.output<typeof matterExposureUpdate>> {}
