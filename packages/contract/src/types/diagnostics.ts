import type { z } from 'zod';
import type { incidentCode, logLevel } from '../schemas/diagnostics.js';

/** Severity of a log line, from the least to the most. */
export type LogLevel = z.output<typeof logLevel>;
/** Stable word for the subject of an incident. */
export type IncidentCode = z.output<typeof incidentCode>;
