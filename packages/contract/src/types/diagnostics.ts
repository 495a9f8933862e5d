import type { z } from 'zod';
import type { incidentCode, logLevel } from '../schemas/diagnostics.js';

/** How important a line of the log is, from the least to the most. */
export type LogLevel = z.output<typeof logLevel>;
/** Stable word for what an incident is about. */
export type IncidentCode = z.output<typeof incidentCode>;
