import { backoffMs } from '../time/backoff.js';
import { type DoubtCause, type Evidence, hasPing, proofLeftMs, raised } from './doubts.js';
import { type Effect, type Link, type Moment, type Rules, SHOWN, type Standing } from './link.js';

/** The link after an input, and the effects of it, in order. */
export interface Turn {
  readonly link: Link;
  readonly effects: readonly Effect[];
}

/** A turn while it is composed. */
export interface Draft extends Turn {
  readonly now: Moment;
  readonly rules: Rules;
}

export function to(draft: Draft, change: Partial<Link>, ...effects: readonly Effect[]): Draft {
  return { ...draft, link: { ...draft.link, ...change }, effects: [...draft.effects, ...effects] };
}

/** Shows where the link stands. */
export function stand(draft: Draft, standing: Standing): Draft {
  const cause = standing === 'proved' ? {} : { cause: standing };
  return to(draft, { standing }, { do: 'show', state: SHOWN[standing], ...cause });
}

export const evident = (draft: Draft, change: Partial<Evidence>, ...effects: readonly Effect[]): Draft =>
  to(draft, { evidence: { ...draft.link.evidence, ...change } }, ...effects);
export const doubtful = (draft: Draft, cause: DoubtCause, since?: number): Draft =>
  to(draft, { doubts: raised(draft.link.doubts, cause, since) });

export const knowsPing = ({ link, now }: Draft): boolean => hasPing(link.evidence, now.at);
export const proofLeft = ({ link, now, rules }: Draft): number => proofLeftMs(link.evidence, now.at, rules);

export function retryMs({ link, now, rules }: Draft): number {
  const { retryMinMs, retryMaxMs } = rules.timings;
  return backoffMs({ minMs: retryMinMs, maxMs: retryMaxMs }, link.retries, now.random);
}
