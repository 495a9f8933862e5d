import type { z } from 'zod';
import type { unignoreCandidates, unignoreUpdated } from '../schemas/visibility.js';
import type { DeepReadonly } from './deep-readonly.js';

/** Result of a change of the patterns that show hidden parameters. */
export interface UnIgnoreUpdated extends DeepReadonly<z.output<typeof unignoreUpdated>> {}

/** A pattern that shows hidden parameters, with its author and time. */
export type UnIgnoreEntry = UnIgnoreUpdated['patterns'][number];

/** Hidden parameters that a pattern could show. */
export interface UnIgnoreCandidates extends DeepReadonly<z.output<typeof unignoreCandidates>> {}

/** A hidden parameter with the channels that hide it. */
export type UnIgnoreCandidateGroup = UnIgnoreCandidates['groups'][number];
