import type { ReplacementReport } from '../families/devices/replacements.js';
import type { Belongings } from './belongings.js';

/** Parts of what belongs to a device, in the order in which the new one takes them over. */
const SUBJECTS = [
  'reading',
  'ccu',
  'identity',
  'alarm',
  'programs',
  'names',
  'rooms',
  'configuration',
  'links',
  'flags',
] as const;
export type Subject = (typeof SUBJECTS)[number];

export type Step = ReplacementReport['steps'][number];

/** Something that the new device does not have, and why. */
export type Left = Step['left'][number];

/** A replacement as it is stored. The belongings are kept until all of them were passed on. */
export interface Replacement extends ReplacementReport {
  readonly belongings?: Belongings;
}

/** Result of a step. */
export interface Outcome {
  readonly count: number;
  readonly left: readonly Left[];
}

/** Things of one step that a report lists. */
const MAX_LEFT = 50;

export const waitingSteps = (): readonly Step[] =>
  SUBJECTS.map((subject) => ({ subject, state: 'waiting', count: 0, left: [] }));

export function withStep(replacement: Replacement, subject: Subject, change: Partial<Step>): Replacement {
  const steps = replacement.steps.map((step) => (step.subject === subject ? { ...step, ...change } : step));
  return { ...replacement, steps };
}

/** The step with its outcome. */
export const endedStep = ({ count, left }: Outcome): Partial<Step> => ({
  state: left.length === 0 ? 'done' : 'partly',
  count,
  left: left.slice(0, MAX_LEFT),
});

export const stateOf = ({ steps }: Pick<Replacement, 'steps'>, subject: Subject): Step['state'] | undefined =>
  steps.find((step) => step.subject === subject)?.state;
