import type { z } from 'zod';
import type { doctorReport } from '../schemas/doctor.js';
import type { DeepReadonly } from './deep-readonly.js';

/** Everything that was looked at between the configuration and a live event. */
export interface DoctorReport extends DeepReadonly<z.output<typeof doctorReport>> {}
/** One thing that was looked at: what was found, why it matters and what helps. */
export type DoctorFinding = DoctorReport['findings'][number];
