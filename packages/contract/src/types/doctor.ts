import type { z } from 'zod';
import type { doctorReport } from '../schemas/doctor.js';
import type { DeepReadonly } from './deep-readonly.js';

/** Report about everything between the configuration and a live event. */
export interface DoctorReport extends DeepReadonly<z.output<typeof doctorReport>> {}
/** One result of the doctor: the facts, their effect and the remedy. */
export type DoctorFinding = DoctorReport['findings'][number];
