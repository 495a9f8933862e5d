import type { Announced, CallbackRoute } from '../callback/server.js';
import { isCcuError } from '../errors.js';
import type { LoopTestResult } from '../operations-model.js';
import { callbackNote, noteFor } from './notes.js';
import type { Pinger } from './pinger.js';
import type { Registration } from './registration.js';

/** Proves CCU → callback → here once, and where it breaks says which hop and why. Rejects only for `aborted`. */
export async function runLoopTest(deps: {
  readonly pinger: Pinger;
  readonly route: Pick<CallbackRoute, 'announce'>;
  readonly registration: Registration;
  readonly isRegistered: () => boolean;
  readonly probe: (signal: AbortSignal) => Promise<void>;
  readonly pongTimeoutMs: number;
  readonly signal: AbortSignal;
}): Promise<LoopTestResult> {
  const { signal, pinger } = deps;
  let hop: 'ccu' | 'registration' = 'ccu';
  try {
    await deps.probe(signal);
    const announced: Announced = await deps.route.announce();
    hop = 'registration';
    if (!deps.isRegistered()) await deps.registration.register(announced, signal);
    hop = 'ccu';
    const foreignBefore = pinger.foreignPongs();
    const rttMs = await pinger.ping({ timeoutMs: deps.pongTimeoutMs, signal });
    if (rttMs !== undefined) return { ok: true, rttMs };
    const foreign = pinger.foreignPongs() > foreignBefore;
    return { ok: false, hop: foreign ? 'foreign' : 'callback', cause: callbackNote(announced, foreign) };
  } catch (error) {
    if (!isCcuError(error) || error.code === 'aborted' || error.code === 'closed') throw error;
    if (error.code === 'unsupported') {
      return { ok: false, hop: 'ccu', cause: 'This interface has no ping; its way back shows with its first event.' };
    }
    return { ok: false, hop, cause: noteFor(error) };
  }
}
