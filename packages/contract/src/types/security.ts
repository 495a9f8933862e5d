import type { z } from 'zod';
import type * as security from '../schemas/gateway/security.js';
import type { DeepReadonly } from './deep-readonly.js';

/** Dangers and faults that the overview counts. */
export type SecurityClass = z.output<typeof security.securityClass>;

/** One word over everything that is counted. */
export type SecurityLevel = z.output<typeof security.securityLevel>;

/** A cause of the overview. */
export interface SecurityFault extends DeepReadonly<z.output<typeof security.securityFault>> {}

/** State of one class. */
export interface SecurityClassState extends DeepReadonly<z.output<typeof security.securityClassState>> {}

/** One class with its causes. */
export interface SecurityClassReport extends DeepReadonly<z.output<typeof security.securityClassReport>> {}

/** An alarm zone in the overview. */
export interface SecurityZone extends DeepReadonly<z.output<typeof security.securityZone>> {}

/** One answer over all dangers and faults of the installation. */
export interface SecurityOverview extends DeepReadonly<z.output<typeof security.securityOverview>> {}

/** Something that can cause an entry of the overview. */
export interface SecuritySource extends DeepReadonly<z.output<typeof security.securitySource>> {}
