import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import type { ConnectionState } from '../model/model.js';
import { DEFAULT_TIMINGS } from '../model/timings.js';
import type { DoubtCause } from './doubts.js';
import type { Effect, Input, Link, Reading, Rules, State, Work } from './link.js';
import { NEW_LINK } from './link.js';
import type { PingOutcome } from './pinger.js';
import { transition } from './transition.js';

const CLOCK = 1_700_000_000_000;
const WORK: ReadonlySet<Effect['do']> = new Set<Work['do']>([
  ...(['wait', 'wake', 'probe', 'find_process', 'register', 'ping', 'load', 'reread', 'cease'] as const),
]);
const isWork = (effect: Effect): effect is Work => WORK.has(effect.do);
const rulesOf = (forgetsClients: boolean): Rules => ({ profile: { forgetsClients }, timings: DEFAULT_TIMINGS });

/** The interface during one run: its answer to each call. */
interface Answers {
  readonly probe: 'answers' | Failure;
  readonly isAbsent: boolean;
  readonly register: 'takes' | Failure;
  readonly ping: PingOutcome['kind'] | 'unsupported' | Failure;
  readonly reading: Reading | Failure;
  readonly tookMs: number;
}
type Failure = 'unreachable' | 'booting';

const WELL: Answers = {
  ...{ probe: 'answers', isAbsent: false, register: 'takes', ping: 'proved', reading: 'read', tookMs: 5 },
};

const failure = (code: Failure): Input => ({ is: 'failed', error: new CcuError(code, 'x') });

/** A link on a clock of its own, and the work that it waits for. */
function startLink(rules = rulesOf(false)) {
  let link: Link = NEW_LINK;
  let at = 0;
  let work: Work | undefined;
  let shown: ConnectionState = 'disconnected';
  const effects: Effect[] = [];
  const onTurn = new Set<(input: Input, effects: readonly Effect[]) => void>();

  function feed(input: Input): readonly Effect[] {
    const turn = transition(link, input, { at, clock: CLOCK + at, random: 0.5 }, rules);
    link = turn.link;
    for (const effect of turn.effects) {
      if (isWork(effect)) work = effect;
      if (effect.do === 'show') shown = effect.state;
    }
    effects.push(...turn.effects);
    for (const look of onTurn) look(input, turn.effects);
    return turn.effects;
  }

  function outcomes(one: Work, { probe, isAbsent, register, ping, reading }: Answers): readonly Input[] {
    switch (one.do) {
      case 'wait':
      case 'wake':
        return [{ is: 'waited' }];
      case 'probe':
        return [probe === 'answers' ? { is: 'answered' } : failure(probe)];
      case 'find_process':
        return [{ is: 'found', isAbsent }];
      case 'register':
        return [{ is: 'announced' }, register === 'takes' ? { is: 'registered' } : failure(register)];
      case 'ping':
        if (ping === 'unreachable' || ping === 'booting') return [failure(ping)];
        return [{ is: 'pinged', outcome: ping === 'proved' ? { kind: ping, rttMs: 7 } : { kind: ping } }];
      case 'load':
      case 'reread':
        return [reading === 'unreachable' || reading === 'booting' ? failure(reading) : { is: 'read', reading }];
      case 'cease':
        return [];
    }
  }

  return {
    feed,
    onTurn,
    state: () => link.state,
    link: () => link,
    shown: () => shown,
    work: () => work,
    at: () => at,
    effects,
    pass(ms: number) {
      at += ms;
    },
    /** Ends the work under way. */
    end(answers: Partial<Answers> = {}) {
      const one = work;
      if (one === undefined) return;
      const all = { ...WELL, ...answers };
      at += one.do === 'wait' ? one.ms : one.do === 'wake' ? 0 : all.tookMs;
      for (const input of outcomes(one, all)) feed(input);
    },
    /** Ends work until the link waits for something else than a call. */
    endCalls(answers: Partial<Answers> = {}) {
      for (let i = 0; i < 50 && work?.do !== 'wait'; i += 1) this.end(answers);
    },
  };
}

type Run = ReturnType<typeof startLink>;

/** A connected link at rest. */
function connect(rules?: Rules): Run {
  const run = startLink(rules);
  run.feed({ is: 'start' });
  run.endCalls();
  expect(run.shown()).toBe('connected');
  return run;
}

/** One thing that happens: time passes, the work under way ends, or an input comes from outside. */
type Happening =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'end'; readonly answers: Answers }
  | { readonly do: 'feed'; readonly input: Input };

const failing = fc.constantFrom<Failure>('unreachable', 'booting');
const answers: fc.Arbitrary<Answers> = fc.record({
  probe: fc.oneof({ weight: 4, arbitrary: fc.constant('answers' as const) }, failing),
  isAbsent: fc.boolean(),
  register: fc.oneof({ weight: 6, arbitrary: fc.constant('takes' as const) }, failing),
  ping: fc.oneof(
    { weight: 8, arbitrary: fc.constant('proved' as const) },
    { weight: 6, arbitrary: fc.constantFrom('unanswered', 'refused', 'silent', 'unsupported') },
    failing,
  ),
  reading: fc.oneof(
    { weight: 6, arbitrary: fc.constant('read' as const) },
    { weight: 3, arbitrary: fc.constantFrom('later', 'failed') },
    failing,
  ),
  tookMs: fc.constantFrom(0, 5, 900, 10_000, 30_000),
});
const doubt = fc.record({
  is: fc.constant('doubt' as const),
  cause: fc.constantFrom<DoubtCause>('call_failed', 'unreadable', 'stalled', 'restarted', 'event_missing', 'silent'),
  since: fc.option(fc.integer({ min: CLOCK - 60_000, max: CLOCK + 60_000 }), { nil: undefined }),
});
const outside: fc.Arbitrary<Input> = fc.oneof(
  { weight: 2, arbitrary: doubt },
  fc.constantFrom<Input>({ is: 'heard' }, { is: 'heard' }, { is: 'suspect' }, { is: 'renew' }, { is: 'look' }),
);
const passing = fc.record({
  do: fc.constant('pass' as const),
  ms: fc.constantFrom(1, 500, 4_000, 11_000, 70_000, 700_000),
});
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('end' as const), answers }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('feed' as const), input: outside }) },
  { weight: 1, arbitrary: passing },
);
const history = fc.array(happening, { maxLength: 120 });
const rules = fc.boolean().map(rulesOf);

function live(run: Run, happenings: readonly Happening[], onStep: () => void = () => undefined): void {
  for (const one of happenings) {
    if (one.do === 'pass') run.pass(one.ms);
    else if (one.do === 'end') run.end(one.answers);
    else run.feed(one.input);
    onStep();
  }
}

/** Begins a run, and judges it after every input without the memory of the link. */
function startJudged(of: Rules) {
  const run = startLink(of);
  let step = 0;
  const doubts = { last: 0, provedFirst: Number.POSITIVE_INFINITY };
  const heard = { lastAt: Number.NEGATIVE_INFINITY, registeredAt: Number.POSITIVE_INFINITY };
  let wasRefused = false;
  let pingFrom = Number.NEGATIVE_INFINITY;
  let begun: { readonly step: number; readonly hadPing: boolean } | undefined;
  let done: typeof begun;
  const faults: string[] = [];

  const inDoubt = () => {
    doubts.last = step;
    doubts.provedFirst = Number.POSITIVE_INFINITY;
  };
  const isProved = () => {
    doubts.provedFirst = Math.min(doubts.provedFirst, step);
  };

  function pinged({ kind }: { readonly kind: string }): void {
    if (kind === 'unsupported') pingFrom = run.at() + of.timings.pingRetryMs;
    else if (kind !== 'proved') {
      if (kind !== 'refused' || !wasRefused) inDoubt();
      wasRefused = kind === 'refused';
      const isRecent = heard.lastAt >= heard.registeredAt && run.at() - heard.lastAt < of.timings.pingRetryMs;
      if (wasRefused && isRecent) isProved();
    } else {
      if (wasRefused) inDoubt();
      wasRefused = false;
      isProved();
    }
  }

  function take(input: Input): void {
    if (input.is === 'heard') heard.lastAt = run.at();
    else if (input.is === 'announced') heard.registeredAt = run.at();
    else if (input.is === 'pinged') pinged(input.outcome);
    else if (input.is === 'doubt') inDoubt();
    else if (input.is === 'registered') {
      inDoubt();
      pingFrom = Number.NEGATIVE_INFINITY;
    } else if (input.is === 'read' && input.reading !== 'failed') done = begun;
  }

  run.onTurn.add((input, effects) => {
    step += 1;
    take(input);
    if (effects.some((effect) => effect.do === 'load' || effect.do === 'reread')) {
      begun = { step, hadPing: run.at() >= pingFrom };
    }
    if (run.shown() !== 'connected') return;
    const isRead = done !== undefined && done.step >= doubts.last;
    const isProven = done?.hadPing ? done.step >= doubts.provedFirst : heard.lastAt >= heard.registeredAt;
    if (!isRead || !isProven) faults.push(`step ${step} (${input.is}): read ${isRead}, proved ${isProven}`);
    if (input.is === 'failed') faults.push(`step ${step}: connected after a failure`);
  });
  return { run, faults, readSince: () => done?.step ?? -1, lastDoubt: () => doubts.last };
}

/** The work that each state waits for. */
const AWAITED: Readonly<Record<State['at'], readonly (Work['do'] | undefined)[]>> = {
  idle: [undefined],
  pausing: ['wait', 'wake'],
  probing: ['probe'],
  finding: ['find_process'],
  warming_up: ['wait'],
  registering: ['register'],
  proving: ['ping'],
  loading: ['load'],
  rereading: ['reread'],
  calling: ['probe'],
  resting: ['wait', 'wake'],
  stopped: ['cease'],
};

describe('the transitions of a link under any inputs', () => {
  it('never show connected without a proof after the last doubt and a reading after that proof', () => {
    fc.assert(
      fc.property(rules, history, (of, happenings) => {
        const { run, faults } = startJudged(of);
        run.feed({ is: 'start' });
        live(run, happenings);
        expect(faults).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('lead from every state to connected once the interface is well, with a reading after the last doubt', () => {
    fc.assert(
      fc.property(rules, history, doubt, (of, happenings, last) => {
        const { run, faults, readSince, lastDoubt } = startJudged(of);
        run.feed({ is: 'start' });
        live(run, happenings);
        run.feed(last);
        expect(run.shown()).not.toBe('connected');
        for (let i = 0; i < 60 && run.shown() !== 'connected'; i += 1) {
          run.end();
          // For an interface without a ping.
          run.feed({ is: 'heard' });
        }
        expect(run.shown()).toBe('connected');
        expect(readSince()).toBeGreaterThanOrEqual(lastDoubt());
        expect(faults).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('wait for exactly one thing in every state, the one that this state is about', () => {
    fc.assert(
      fc.property(rules, history, (of, happenings) => {
        const run = startLink(of);
        run.onTurn.add((_input, effects) => {
          expect(effects.filter(isWork).length).toBeLessThanOrEqual(1);
          expect(AWAITED[run.state().at]).toContain(run.work()?.do);
        });
        run.feed({ is: 'start' });
        live(run, happenings);
      }),
      { numRuns: 200 },
    );
  });

  it('are ended by a stop in every state, and nothing follows it', () => {
    const seen = new Set<State['at']>();
    fc.assert(
      fc.property(rules, history, history, (of, before, after) => {
        const run = startLink(of);
        if (before.length > 0) run.feed({ is: 'start' });
        live(run, before);
        seen.add(run.state().at);
        expect(run.feed({ is: 'stop' })).toEqual([{ do: 'cease' }]);
        expect(run.state()).toEqual({ at: 'stopped' });
        run.onTurn.add((_input, effects) => expect(effects).toEqual([]));
        live(run, after);
        run.feed({ is: 'waited' });
        run.feed({ is: 'start' });
      }),
      { numRuns: 500, seed: 1 },
    );
    expect([...seen].sort()).toEqual(
      Object.keys(AWAITED)
        .filter((at) => at !== 'stopped')
        .sort(),
    );
  });

  it('pause ever longer while nothing is proved, and no failing call shortens a pause', () => {
    const broken: fc.Arbitrary<Answers> = answers.map((all) => ({
      ...all,
      ping: all.ping === 'proved' || all.ping === 'unsupported' ? 'silent' : all.ping,
    }));
    const trouble = fc.oneof(doubt, fc.constantFrom<Input>({ is: 'suspect' }, { is: 'look' }));
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), answers: broken }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('feed' as const), input: trouble }) },
    );
    fc.assert(
      fc.property(rules, fc.array(step, { maxLength: 200 }), (of, happenings) => {
        const run = startLink(of);
        const pauses: number[] = [];
        run.onTurn.add((_input, effects) => {
          const { state, standing } = run.link();
          const isPause = state.at === 'pausing' || standing === 'unreachable' || standing === 'ping_refused';
          for (const effect of effects) {
            if (effect.do === 'wait' && (state.at === 'pausing' || state.at === 'resting')) pauses.push(effect.ms);
            expect(effect.do === 'wake' && isPause).toBe(false);
          }
        });
        run.feed({ is: 'start' });
        live(run, happenings);
        expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
        for (const [i, ms] of pauses.entries()) {
          const { retryMinMs, retryMaxMs } = of.timings;
          expect(ms).toBeGreaterThanOrEqual(Math.min(retryMinMs * 2 ** i, retryMaxMs));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leave ten seconds between two readings', () => {
    fc.assert(
      fc.property(rules, history, (of, happenings) => {
        const run = startLink(of);
        let rereadUntil = Number.NEGATIVE_INFINITY;
        let isRereading = false;
        run.onTurn.add((input, effects) => {
          if (isRereading && input.is === 'read' && input.reading !== 'failed') rereadUntil = run.at();
          if (effects.some((effect) => effect.do === 'reread')) {
            expect(run.at() - rereadUntil).toBeGreaterThanOrEqual(of.timings.pongTimeoutMs);
          }
          isRereading = run.state().at === 'rereading';
        });
        run.feed({ is: 'start' });
        live(run, happenings);
      }),
      { numRuns: 1_000 },
    );
  });

  it('take no notice of an outcome that belongs to another state', () => {
    const outcome = fc.constantFrom<Input>(
      { is: 'start' },
      { is: 'answered' },
      { is: 'found', isAbsent: true },
      { is: 'registered' },
      { is: 'pinged', outcome: { kind: 'proved', rttMs: 1 } },
      { is: 'read', reading: 'read' },
    );
    const OWN: Readonly<Partial<Record<State['at'], Input['is']>>> = {
      ...{ idle: 'start', probing: 'answered', calling: 'answered', finding: 'found', registering: 'registered' },
      ...{ proving: 'pinged', loading: 'read', rereading: 'read' },
    };
    fc.assert(
      fc.property(rules, history, outcome, (of, happenings, stray) => {
        const run = startLink(of);
        run.feed({ is: 'start' });
        live(run, happenings);
        const before = run.link();
        if (OWN[before.state.at] === stray.is) return;
        expect(run.feed(stray)).toEqual([]);
        expect(run.link()).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });
});

describe('every way in which a link can doubt', () => {
  it.each(['call_failed', 'unreadable', 'stalled', 'restarted', 'registered', 'event_missing'] as const)(
    'ends connected at once, and leads through a ping to a reading (%s)',
    (cause) => {
      const run = connect();
      run.feed({ is: 'doubt', cause });
      expect(run.shown()).toBe('suspect');
      const from = run.effects.length;
      run.endCalls();
      const done = run.effects.slice(from).map((effect) => effect.do);
      expect(done.filter((one) => one === 'ping' || one === 'reread')).toEqual(['ping', 'reread']);
      expect(done).toContain('report_loss');
      expect(run.shown()).toBe('connected');
    },
  );

  it.each(['silent', 'unanswered', 'refused'] as const)('is a ping that is %s', (ping) => {
    const run = connect();
    run.pass(60_000);
    run.feed({ is: 'suspect' });
    run.end();
    run.end({ ping });
    expect(run.shown()).toBe('suspect');
    const from = run.effects.length;
    run.endCalls();
    expect(run.effects.slice(from).map((effect) => effect.do)).toContain('reread');
    expect(run.shown()).toBe('connected');
  });

  it('needs another ping where the doubt came while devices and values were loaded', () => {
    const run = startLink();
    run.feed({ is: 'start' });
    while (run.state().at !== 'loading') run.end();
    run.feed({ is: 'doubt', cause: 'unreadable' });
    run.end();
    expect(run.state().at).toBe('proving');
    run.end();
    expect(run.state().at).toBe('rereading');
    expect(run.shown()).toBe('loading');
    run.end();
    expect(run.shown()).toBe('connected');
  });

  it('is no suspicion that a ping answers', () => {
    const run = connect();
    run.pass(60_000);
    run.feed({ is: 'suspect' });
    const from = run.effects.length;
    run.endCalls();
    expect(run.effects.slice(from).map((effect) => effect.do)).toEqual(['ping', 'measure', 'show', 'tend', 'wait']);
  });
});

describe('an event', () => {
  it('is noted with its time, and further ones of that millisecond leave a link at rest as it is', () => {
    const { link } = connect();
    const rested = link();
    const { evidence } = rested;
    const heard = (from: Link, at: number) =>
      transition(from, { is: 'heard' }, { at, clock: CLOCK + at, random: 0.5 }, rulesOf(false));
    const noted = heard(rested, evidence.lastHeardAt + 1);
    expect(noted.link).toEqual({ ...rested, evidence: { ...evidence, lastHeardAt: evidence.lastHeardAt + 1 } });
    expect(noted.effects).toEqual([]);
    expect(heard(noted.link, evidence.lastHeardAt + 1).link).toBe(noted.link);
    expect(rested.evidence.lastHeardAt).toBe(evidence.lastHeardAt);
  });
});

describe('a rest of a link', () => {
  const check = () => {
    const run = connect();
    run.pass(60_000);
    run.feed({ is: 'suspect' });
    run.end();
    expect(run.state().at).toBe('proving');
    return run;
  };

  it('ends at once for a wish before it: a new registration before all else, an event never', () => {
    const run = check();
    for (const is of ['heard', 'look', 'suspect'] as const) run.feed({ is });
    run.end();
    expect(run.work()).toEqual({ do: 'wake' });
    run.end();
    expect(run.effects.slice(-2)).toEqual([{ do: 'tend', when: 'now' }, expect.objectContaining({ do: 'wait' })]);
    const other = check();
    for (const is of ['look', 'renew', 'suspect'] as const) other.feed({ is });
    other.end();
    other.end();
    expect(other.state()).toMatchObject({ at: 'registering', isAgain: true });
  });

  it('before a reading ends for a new registration alone, and no later wish takes that back', () => {
    const run = connect();
    run.feed({ is: 'doubt', cause: 'silent' });
    run.endCalls({ reading: 'failed' });
    expect(run.link()).toMatchObject({ standing: 'unread', state: { at: 'resting' } });
    run.feed({ is: 'suspect' });
    run.feed({ is: 'look' });
    expect(run.work()?.do).toBe('wait');
    run.feed({ is: 'renew' });
    run.feed({ is: 'suspect' });
    run.end();
    expect(run.state().at).toBe('registering');
  });

  it('ends with its time where a wish came before the registration', () => {
    const run = startLink();
    run.feed({ is: 'start' });
    run.end();
    run.feed({ is: 'renew' });
    run.endCalls();
    expect(run.link()).toMatchObject({ standing: 'proved', state: { at: 'resting', woken: undefined } });
  });
});
