import { backoffMs } from '../time/backoff.js';
import { type DoubtCause, type Evidence, hasPing, longestRestMs, proofLeftMs, raised } from './doubts.js';
import {
  type Effect,
  type Input,
  isConnected,
  type Link,
  type Moment,
  type Rules,
  SHOWN,
  type Standing,
  type State,
  type Wish,
} from './link.js';

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

/** Sets the standing of the link and shows it. */
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

type Resting = Extract<State, { readonly at: 'resting' }>;

/** Waits for the next check, or for a wish. A wish that came before counts at once. */
export function rest(draft: Draft): Draft {
  const { standing = 'unreachable', wish, retries } = draft.link;
  const hears = HEARS[standing];
  const hadPing = knowsPing(draft);
  const woken = wish !== undefined && hears.includes(wish) ? wish : undefined;
  const isRetry = hadPing && !isConnected(standing) && !isReading(standing);
  return to(
    draft,
    { state: { at: 'resting', hadPing, hears, woken }, wish: undefined, retries: retries + (isRetry ? 1 : 0) },
    woken === undefined ? { do: 'wait', ms: restMs(draft, standing) } : { do: 'wake' },
  );
}

const ALL: readonly Wish[] = ['suspect', 'doubt', 'renew', 'look'];
/** Only a new registration ends the wait for a reading early: this reading covers the doubts that arise meanwhile. */
const READING: readonly Wish[] = ['renew'];
/** Only an event or a wish to register ends the pause between two registrations early: failing calls must cause no flood. */
const AWAITING: readonly Wish[] = ['heard', 'renew'];

/** The wishes that end a rest. */
const HEARS: Readonly<Record<Standing, readonly Wish[]>> = {
  proved: ALL,
  events_for_pong: ALL,
  doubtful: READING,
  unread: READING,
  unanswered: ALL,
  refused: ALL,
  silent: ALL,
  events_without_pong: ALL,
  ping_refused: AWAITING,
  no_ping: ['heard', ...ALL],
  unreachable: AWAITING,
};

const isReading = (standing: Standing): boolean => standing === 'doubtful' || standing === 'unread';

function restMs(draft: Draft, standing: Standing): number {
  const { link, now, rules } = draft;
  if (isReading(standing)) return Math.max(0, link.rereadAt - now.at);
  if (!knowsPing(draft)) return rules.timings.checkIntervalMs;
  if (!isConnected(standing)) return retryMs(draft);
  return Math.min(proofLeft(draft), longestRestMs(rules.profile, rules.timings));
}

/** Ends a rest. A later input of the same turn must not take back a wish to register anew. */
export function wake(draft: Draft, state: Resting, { is }: { readonly is: Wish }): Draft {
  if (!state.hears.includes(is)) return draft;
  return to(draft, { state: { ...state, woken: state.woken === 'renew' ? 'renew' : is } }, { do: 'wake' });
}

/** Keeps a wish for the next rest: a new registration comes before all others; of the others, the first one counts. */
export function pend(draft: Draft, { is }: Input): Draft {
  const { wish } = draft.link;
  if (is === 'renew') return to(draft, { wish: is });
  return wish === undefined && (is === 'suspect' || is === 'doubt' || is === 'look') ? to(draft, { wish: is }) : draft;
}
