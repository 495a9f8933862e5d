import { CcuError } from '../model/errors.js';
import { backoffMs } from '../time/backoff.js';
import { covered, type Doubt, eventsProve, isCovered, proved, settled } from './doubts.js';
import {
  type Draft,
  doubtful,
  evident,
  knowsPing,
  pend,
  proofLeft,
  rest,
  retryMs,
  stand,
  type Turn,
  to,
  wake,
} from './draft.js';
import {
  type Cause,
  type Errand,
  type Input,
  isConnected,
  type Link,
  type Moment,
  type Reading,
  type Rules,
  type Standing,
  type State,
} from './link.js';
import type { PingOutcome } from './pinger.js';

type At = State['at'];
type In<S extends At> = Extract<State, { readonly at: S }>;
type Of<I extends Input['is']> = Extract<Input, { readonly is: I }>;
type Arrow<S extends At, I extends Input['is']> = (draft: Draft, state: In<S>, input: Of<I>) => Draft;

/**
 * The arrows of the diagram in `docs/architecture.md`: the inputs that lead out of each state. `stop` leads out of all of them. Any
 * other input is noted and changes no state.
 */
const ARROWS: { readonly [S in At]: { readonly [I in Input['is']]?: Arrow<S, I> } } = {
  idle: { start: probe },
  pausing: { waited: probe, renew: probe },
  probing: { answered: (draft) => (draft.link.wasBooting ? warmUp(draft) : register(draft, false)), failed },
  finding: { found },
  warming_up: { waited: (draft) => register(draft, false) },
  registering: { announced, registered, failed },
  proving: { pinged, failed },
  loading: { read: loaded, failed },
  rereading: { read: reread, failed },
  calling: { answered: called, failed },
  resting: { waited: rested, heard: wake, suspect: wake, doubt: wake, renew: wake, look: wake },
  stopped: {},
};

/**
 * The whole behaviour of a link, without a clock and without calls. `connected` is shown by `settle` alone: after a proof that
 * followed the last doubt, and after a reading that followed this proof.
 */
export function transition(link: Link, input: Input, now: Moment, rules: Rules): Turn {
  if (link.state.at === 'stopped') return { link, effects: [] };
  const draft = note({ link, effects: [], now, rules }, input);
  if (input.is === 'stop') return to(draft, { state: { at: 'stopped' } }, { do: 'cease' });
  if (isNeedless(draft, input)) return draft;
  // The table pairs each state with its inputs; a lookup by two unions loses this pairing.
  const arrow = ARROWS[link.state.at][input.is] as ((...of: [Draft, State, Input]) => Draft) | undefined;
  return arrow === undefined ? pend(draft, input) : arrow(draft, link.state, input);
}

const hasHeard = ({ link }: Draft, { heardBefore }: { readonly heardBefore: number }): boolean =>
  link.evidence.lastHeardAt !== heardBefore;
const missedPongs = ({ rules }: Draft): number => rules.timings.missedPongs;

/** Takes an input into the memory. A link that was connected does not count as connected while something is in doubt. */
function note(draft: Draft, input: Input): Draft {
  switch (input.is) {
    case 'heard':
      return heard(draft);
    case 'doubt': {
      const noted = doubtful(draft, input.cause, input.since);
      return isConnected(noted.link.standing) ? stand(noted, 'doubtful') : noted;
    }
    default:
      return draft;
  }
}

/** Member by member, and once in a millisecond: this happens with every event. */
function heard(draft: Draft): Draft {
  const { link, now } = draft;
  if (link.evidence.lastHeardAt === now.at) return draft;
  return { ...draft, link: { ...link, evidence: { ...link.evidence, lastHeardAt: now.at } } };
}

/**
 * True for a suspicion right after a proof, because each ping to a server that hangs up would cause the next one. True for side
 * tasks too while the link is not connected.
 */
function isNeedless({ link, now, rules }: Draft, input: Input): boolean {
  if (input.is === 'suspect') return now.at - link.evidence.lastProvenAt < rules.timings.pongTimeoutMs / 2;
  return input.is === 'look' && !isConnected(link.standing);
}

/** A CCU that boots stays shown as booting until it answers, instead of flickering between two states. */
function probe(draft: Draft, state: In<'idle' | 'pausing'>): Draft {
  const probing = to(draft, { state: { at: 'probing' } });
  if (state.at === 'idle') return to(probing, {}, { do: 'show', state: 'probing' }, { do: 'probe' });
  if (state.shown === 'booting') return to(probing, {}, { do: 'probe' });
  return to(probing, {}, { do: 'show', state: 'probing', cause: state.cause }, { do: 'probe' });
}

function failed(draft: Draft, _state: State, { error }: { readonly error: CcuError }): Draft {
  const { link, now } = draft;
  const lost = to(draft, { standing: undefined });
  if (error.code !== 'booting') return pause(to(lost, { notReadySince: undefined }), 'disconnected', error);
  const notReadySince = link.notReadySince ?? now.at;
  const seen = isConnected(link.standing) ? to(lost, {}, { do: 'show', state: 'booting', cause: error }) : lost;
  return to(
    seen,
    { state: { at: 'finding', error }, notReadySince },
    { do: 'find_process', notReadyMs: now.at - notReadySince },
  );
}

function found(draft: Draft, { error }: In<'finding'>, { isAbsent }: Of<'found'>): Draft {
  const seen = to(draft, { wasBooting: !isAbsent });
  return isAbsent ? pause(seen, 'disconnected', 'absent') : pause(seen, 'booting', error);
}

/** Waits before the next attempt. Only a wish to reconnect shortens this wait; further failing calls must cause no flood. */
function pause(draft: Draft, shown: In<'pausing'>['shown'], cause: Cause): Draft {
  const { retries, wish } = draft.link;
  return to(
    draft,
    { state: { at: 'pausing', shown, cause }, retries: retries + 1, wish: undefined },
    { do: 'show', state: shown, cause },
    wish === 'renew' ? { do: 'wake' } : { do: 'wait', ms: retryMs(draft) },
  );
}

function warmUp(draft: Draft): Draft {
  return to(
    draft,
    { state: { at: 'warming_up' }, notReadySince: undefined },
    { do: 'show', state: 'warm_up', cause: 'warming_up' },
    { do: 'wait', ms: draft.rules.timings.warmUpMs },
  );
}

/**
 * Registers at the CCU. While nothing arrives here, that stays shown, and the CCU is spared everything but the registration: repeated
 * attempts must neither hide the explanation nor be a burden.
 */
function register(draft: Draft, isAgain: boolean): Draft {
  const isQuiet = draft.link.standing === 'unreachable';
  const registering = to(draft, {
    state: { at: 'registering', isAgain, isQuiet },
    standing: isQuiet ? 'unreachable' : undefined,
    notReadySince: undefined,
    wasBooting: false,
  });
  if (isQuiet) return to(registering, {}, { do: 'register' });
  return to(registering, {}, { do: 'show', state: isAgain ? 'reregistering' : 'registering' }, { do: 'register' });
}

function announced(draft: Draft): Draft {
  return evident(draft, { registeredAt: draft.now.at });
}

/** Proves the way back before any reading that can hang; long readings follow meanwhile or afterwards. */
function registered(draft: Draft, { isAgain, isQuiet }: In<'registering'>): Draft {
  const heardBefore = draft.link.evidence.lastHeardAt;
  const inDoubt = to(doubtful(draft, 'registered'), { wish: undefined });
  const asking = evident(inDoubt, { pingFrom: Number.NEGATIVE_INFINITY });
  const shown = isAgain ? asking : to(asking, {}, { do: 'show', state: 'loading' });
  return prove(shown, { is: 'registration', isQuiet, isFirst: true, mustLoad: true, heardBefore }, 1);
}

function prove(draft: Draft, errand: Errand, triesLeft = missedPongs(draft)): Draft {
  if (!knowsPing(draft)) return unproved(draft, errand);
  return to(draft, { state: { at: 'proving', errand, triesLeft } }, { do: 'ping' });
}

function pinged(draft: Draft, { errand, triesLeft }: In<'proving'>, { outcome }: Of<'pinged'>): Draft {
  if (outcome.kind === 'unsupported') {
    // An answer by mistake must not leave the way back unwatched for ever.
    const pingFrom = draft.now.at + draft.rules.timings.pingRetryMs;
    return unproved(evident(draft, { pingFrom }), errand);
  }
  if (outcome.kind === 'proved') return proven(pong(draft, outcome), errand);
  const missed = miss(draft, outcome.kind);
  if (outcome.kind === 'refused' && eventsProve(missed.link.evidence, missed.now.at, missed.rules.timings)) {
    const doubts = covered(missed.link.doubts);
    return proven(evident(to(missed, { doubts }), { lastProvenAt: missed.now.at }), errand);
  }
  const { standing } = missed.link;
  const shown = isConnected(standing) || standing === 'doubtful' ? stand(missed, outcome.kind) : missed;
  if (triesLeft > 1) return prove(shown, errand, triesLeft - 1);
  if (outcome.kind !== 'unanswered') return unproved(shown, errand);
  return failed(shown, shown.link.state, { error: new CcuError('timeout', 'pings have no answer') });
}

/** Notes a missed proof. While every ping is refused, the first refusal and the next proof enclose the time without one. */
function miss(draft: Draft, kind: Exclude<PingOutcome['kind'], 'proved'>): Draft {
  const isNews = kind !== 'refused' || draft.link.evidence.lastMiss !== 'refused';
  return evident(isNews ? doubtful(draft, kind) : draft, { lastMiss: kind });
}

function pong(draft: Draft, { rttMs }: Extract<PingOutcome, { readonly kind: 'proved' }>): Draft {
  const noted = draft.link.evidence.lastMiss === 'refused' ? doubtful(draft, 'refused') : draft;
  const doubts = proved(noted.link.doubts, noted.now.clock);
  const evidence = { ...noted.link.evidence, lastProvenAt: noted.now.at, lastMiss: undefined };
  return to(noted, { doubts, evidence }, { do: 'measure', pingMs: rttMs });
}

function proven(draft: Draft, errand: Errand): Draft {
  return errand.mustLoad ? load(draft, errand) : settle(draft, errand);
}

/** The way back is not proved, and pinging again at once would not change that. */
function unproved(draft: Draft, errand: Errand): Draft {
  switch (errand.is) {
    case 'registration': {
      if (errand.isFirst) {
        const later = { ...errand, isFirst: false };
        return errand.isQuiet ? prove(draft, later) : load(draft, later);
      }
      const heard = hasHeard(draft, errand);
      return heard && !knowsPing(draft) ? settle(draft, errand) : rest(stand(draft, withoutProof(draft, heard)));
    }
    case 'check':
      return hasHeard(draft, errand) ? rest(stand(draft, 'events_without_pong')) : register(draft, true);
    case 'recovery':
      if (!errand.mustLoad) return rest(stand(draft, withoutProof(draft, true)));
      return errand.talked && !hasHeard(draft, errand) ? register(draft, true) : rest(draft);
    case 'trial':
      return knowsPing(draft) ? register(draft, true) : rest(draft);
  }
}

function withoutProof(draft: Draft, heard: boolean): Standing {
  if (!knowsPing(draft)) return 'no_ping';
  if (draft.link.evidence.lastMiss === 'refused') return 'ping_refused';
  return heard ? 'events_without_pong' : 'unreachable';
}

/** Begins a reading. A reading before the proof of the way back settles no doubt. */
function load(draft: Draft, errand: Errand): Draft {
  const { doubts } = draft.link;
  const doubt = isCovered(doubts) ? doubts.current : undefined;
  const later: Errand = errand.is === 'registration' ? { ...errand, isFirst: false } : errand;
  return to(draft, { state: { at: 'loading', errand: later, doubt } }, { do: 'load' });
}

function loaded(draft: Draft, { errand, doubt }: In<'loading'>, { reading }: Of<'read'>): Draft {
  const taken = take(draft, reading, doubt);
  const done: Errand = { ...errand, mustLoad: false };
  return errand.is === 'registration' && doubt === undefined ? prove(taken, done) : settle(taken, done);
}

/** Takes the outcome of a reading that began under this doubt. */
function take(draft: Draft, reading: Reading, doubt: Doubt | undefined): Draft {
  const { link, now } = draft;
  if (reading === 'failed') {
    return to(draft, { isUnread: true, rereadAt: now.at + retryMs(draft), retries: link.retries + 1 });
  }
  const taken = to(draft, { isUnread: false });
  if (doubt === undefined) return taken;
  const over = to(taken, { doubts: settled(link.doubts, doubt, now.clock) });
  const { cause, since } = doubt;
  if (since === undefined) return over;
  return to(over, {}, { do: 'report_loss', loss: { cause, since, statesRead: reading === 'read' } });
}

/**
 * The way back was proved: reads again until nothing is in doubt, then connects. A doubt after the last proof needs another proof
 * first. Where a reading has to wait, the link stands as doubtful.
 */
function settle(draft: Draft, errand: Errand): Draft {
  const { link, now } = draft;
  const doubt = link.doubts.current;
  const mayRead = now.at >= link.rereadAt;
  const mustProve = proofLeft(draft) === 0 || (doubt !== undefined && mayRead && !isCovered(link.doubts));
  if (knowsPing(draft) && mustProve) return prove(draft, errand);
  if (doubt === undefined) {
    const connected = to(draft, { retries: 0 });
    return finish(connected, errand, link.evidence.lastMiss === 'refused' ? 'events_for_pong' : 'proved');
  }
  if (!mayRead) return finish(draft, errand, link.isUnread ? 'unread' : 'doubtful');
  const shown = isConnected(link.standing) || isMissed(link.standing) ? stand(draft, 'doubtful') : draft;
  return to(shown, { state: { at: 'rereading', errand, doubt } }, { do: 'reread' });
}

const isMissed = (standing: Standing | undefined): boolean =>
  standing === 'unanswered' || standing === 'refused' || standing === 'silent';

function reread(draft: Draft, { errand, doubt }: In<'rereading'>, { reading }: Of<'read'>): Draft {
  const taken = take(draft, reading, doubt);
  if (reading === 'failed') return finish(taken, errand, 'unread');
  const { link, now, rules } = taken;
  const { pongTimeoutMs } = rules.timings;
  const pace = { minMs: pongTimeoutMs, maxMs: pongTimeoutMs * 6 };
  // A link that was well for the longest pace begins with the shortest again.
  const rereads = now.at - link.rereadAt > pace.maxMs ? 0 : link.rereads;
  return settle(to(taken, { rereadAt: now.at + backoffMs(pace, rereads, 0.5), rereads: rereads + 1 }), errand);
}

function finish(draft: Draft, errand: Errand, standing: Standing): Draft {
  const shown = stand(draft, standing);
  return rest(errand.is === 'check' ? to(shown, {}, { do: 'tend', when: 'due' }) : shown);
}

function rested(draft: Draft, { hadPing, woken }: In<'resting'>): Draft {
  const { standing } = draft.link;
  if (woken === 'renew') return register(draft, true);
  if (!knowsPing(draft)) {
    return woken === 'heard' ? watched(draft) : to(draft, { state: { at: 'calling' } }, { do: 'probe' });
  }
  if (!hadPing) return prove(draft, { is: 'trial', mustLoad: false });
  switch (standing) {
    case 'proved':
    case 'events_for_pong':
      if (woken === 'suspect' || proofLeft(draft) === 0) return check(draft);
      return rest(to(draft, {}, { do: 'tend', when: woken === 'look' ? 'now' : 'due' }));
    case 'events_without_pong':
      return recover(draft, true);
    case 'ping_refused':
    case 'no_ping':
    case 'unreachable':
      return woken === 'heard' ? recover(draft, false) : register(draft, true);
    default:
      return check(draft);
  }
}

/** Pings a connection that is silent, suspicious or in doubt, and reads again everything that may be lost. */
function check(draft: Draft): Draft {
  const heardBefore = draft.link.evidence.lastHeardAt;
  // A daemon that forgets its clients needs no second chance: registering there costs nothing.
  const tries = draft.rules.profile.forgetsClients ? 1 : missedPongs(draft);
  return prove(draft, { is: 'check', mustLoad: false, heardBefore }, tries);
}

/** The way back was broken. An event that arrives after all is worth a ping before registering again. */
function recover(draft: Draft, talked: boolean): Draft {
  const heardBefore = draft.link.evidence.lastHeardAt;
  return prove(draft, { is: 'recovery', mustLoad: true, heardBefore, talked });
}

function called(draft: Draft): Draft {
  return watched(evident(draft, { lastProvenAt: draft.now.at }));
}

/** Without a ping, calls are watched, and the first event counts as the proof of the way back. */
function watched(draft: Draft): Draft {
  const { evidence, standing, doubts } = draft.link;
  if (evidence.lastHeardAt < evidence.registeredAt) return rest(draft);
  if (standing === 'no_ping' || doubts.current !== undefined) return settle(draft, { is: 'trial', mustLoad: false });
  return rest(to(draft, {}, { do: 'tend', when: 'due' }));
}
