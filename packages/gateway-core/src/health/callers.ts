import type { CallbackStatus, RefusedCaller } from '@ccu-gateway/ccu-client';
import type { Finding } from './health.js';

/** Time for which a refused caller counts. */
const RECENT_MS = 3_600_000;

/**
 * Callers of the last hour that lose events if they are CCUs: the listener knew neither their address nor their path.
 *
 * @example
 * const [caller] = refusedCallers(callbacks.status(), time.now());
 */
export function refusedCallers({ refused }: CallbackStatus, now: number): readonly RefusedCaller[] {
  return refused.filter(({ lastAt }) => now - lastAt < RECENT_MS);
}

/**
 * The verdict on the callers of the callback listener. A caller with a path of this run at a foreign address speaks for a CCU,
 * so its refusal loses events; any other refused caller may be a stranger.
 *
 * @example
 * health.check('callers', () => callersFinding(callbacks.status(), time.now()));
 */
export function callersFinding(status: CallbackStatus, now: number): Finding {
  const refused = refusedCallers(status, now);
  const lost = refused.find(({ wire, why }) => why === 'address' && wire === 'bin') ?? refused.find(isForeign);
  const note = refused.length > 0 ? refusalNote(lost ?? refused.at(-1)!) : openNote(status);
  return {
    status: lost === undefined ? 'healthy' : 'degraded',
    ...(note === undefined ? {} : { note, reason: refused.length > 0 ? 'caller_refused' : 'callers_unchecked' }),
  };
}

const isForeign = ({ why }: RefusedCaller) => why === 'address';

function refusalNote({ address, why }: RefusedCaller): string {
  if (why === 'path') return `${address} calls a path that no CCU was given: reconnect the CCU if it is one`;
  return `calls of ${address} are refused, because it is no address of a CCU: set the host of the CCU to it, or callback.restrict_source_ips to false`;
}

function openNote({ restricted, elsewhere: [first] }: CallbackStatus): string | undefined {
  if (restricted === false) return 'callback.restrict_source_ips is false: every address may send events';
  if (first === undefined) return undefined;
  return `${first.interfaceName} of ${first.central} calls from ${first.address}, which is not its own address: the check of addresses is off for it`;
}
