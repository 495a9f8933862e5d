import type { z } from 'zod';
import type { unignoreCandidates, unignoreUpdated } from '../schemas/visibility.js';
import type { DeepReadonly } from './deep-readonly.js';

/** What became of the patterns that show hidden parameters. */
export interface UnIgnoreUpdated extends DeepReadonly<z.output<typeof unignoreUpdated>> {}

/** A pattern that shows hidden parameters, and who set it when. */
export type UnIgnoreEntry = UnIgnoreUpdated['patterns'][number];

/** Hidden parameters that a pattern could show. */
export interface UnIgnoreCandidates extends DeepReadonly<z.output<typeof unignoreCandidates>> {}

/** A hidden parameter with the places where it is hidden. */
export type UnIgnoreCandidateGroup = UnIgnoreCandidates['groups'][number];
