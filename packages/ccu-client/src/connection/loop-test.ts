import type { Announced, CallbackRoute } from '../callback/server.js';
import { type CcuError, isCcuError } from '../model/errors.js';
import type { LoopTestResult } from '../model/operations-model.js';
import type { Miss, Pinger } from './pinger.js';
import type { Registration } from './registration.js';
import { callbackNote, EVENTS_WITHOUT_PONG, PING_REFUSED, UNANSWERED } from './status.js';

/** Proves CCU → callback → here once, and where it breaks says which hop and why. Rejects only for `aborted`. */
export async function runLoopTest(deps: {
  readonly pinger: Pinger;
  /** The ping of the test proved nothing. */
  readonly onMissed: (miss: Miss) => void;
  readonly explain: (error: CcuError) => string;
  readonly route: Pick<CallbackRoute, 'announce'>;
  readonly registration: Registration;
  readonly isRegistered: () => boolean;
  /** Batches that came once more, since the connection began. */
  readonly repeatedBatches: () => number;
  /** When the CCU last said anything. */
  readonly lastEventAt: () => number | undefined;
  readonly probe: (signal: AbortSignal) => Promise<void>;
  /** How long the call of a ping and its event may take. */
  readonly patience: { readonly callMs: number; readonly eventMs: number };
  readonly signal: AbortSignal;
}): Promise<LoopTestResult> {
  const { signal, pinger } = deps;
  let hop: 'ccu' | 'registration' = 'ccu';
  const repeats = () => pinger.repeatedPongs() + deps.repeatedBatches();
  const repeatsBefore = repeats();
  try {
    await deps.probe(signal);
    const announced: Announced = await deps.route.announce();
    hop = 'registration';
    if (!deps.isRegistered()) await deps.registration.register(announced, signal);
    hop = 'ccu';
    const foreignBefore = pinger.foreignPongs();
    const eventsBefore = deps.lastEventAt();
    const outcome = await pinger.ping({ ...deps.patience, signal });
    if (outcome.kind === 'proved') {
      const repeated = repeats() - repeatsBefore;
      return { ok: true, rttMs: outcome.rttMs, ...(repeated > 0 ? { repeated } : {}) };
    }
    deps.onMissed(outcome.kind);
    if (outcome.kind === 'unanswered') return { ok: false, hop, cause: UNANSWERED };
    if (outcome.kind === 'refused') return { ok: false, hop, cause: PING_REFUSED };
    if (deps.lastEventAt() !== eventsBefore) return { ok: false, hop: 'callback', cause: EVENTS_WITHOUT_PONG };
    const foreign = pinger.foreignPongs() > foreignBefore;
    return { ok: false, hop: foreign ? 'foreign' : 'callback', cause: callbackNote(announced, foreign) };
  } catch (error) {
    if (!isCcuError(error) || error.code === 'aborted' || error.code === 'closed') throw error;
    if (error.code === 'unsupported') {
      return { ok: false, hop: 'ccu', cause: 'This interface has no ping; its way back shows with its first event.' };
    }
    return { ok: false, hop, cause: deps.explain(error) };
  }
}
