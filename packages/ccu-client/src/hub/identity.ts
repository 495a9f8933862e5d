import type { JsonSession } from '../json/session.js';
import type { Now } from '../ports.js';
import type { HttpClient } from '../transport/http.js';
import { throwIfAborted } from '../wait.js';

/** Says which CCU this is. */
export interface Identity {
  /** The serial number; undefined while the CCU does not tell. Once known it is kept. */
  serial(signal?: AbortSignal): Promise<string | undefined>;
}

const SERIAL = /^[A-Za-z0-9-]{4,40}$/;
const MAX_ASK_MS = 10_000;
/** A CCU that does not tell is not asked before every script. */
const ASK_AGAIN_MS = 60_000;

/**
 * Asks the CCU's JSON-RPC, which wants an administrator, and then its public UPnP description: both are on the port that
 * was configured.
 */
export function createIdentity(deps: {
  readonly session: Pick<JsonSession, 'call'>;
  readonly web: Pick<HttpClient, 'exchange'>;
  readonly now: Now;
}): Identity {
  let known: string | undefined;
  let askAgainAt = Number.NEGATIVE_INFINITY;

  async function described(signal?: AbortSignal): Promise<unknown> {
    const path = '/upnp/basic_dev.cgi';
    const { status, body } = await deps.web.exchange({ method: 'GET', path, timeoutMs: MAX_ASK_MS, signal });
    if (status !== 200) return undefined;
    return /<serialNumber>\s*([^<\s]{1,40})\s*<\/serialNumber>/.exec(body.toString('latin1'))?.[1];
  }

  return {
    async serial(signal) {
      if (known !== undefined || deps.now() < askAgainAt) return known;
      for (const ask of [() => deps.session.call('CCU.getSerial', {}, signal), () => described(signal)]) {
        const said = await ask().catch(() => undefined);
        throwIfAborted(signal);
        if (typeof said === 'string' && SERIAL.test(said.trim())) {
          known = said.trim();
          return known;
        }
      }
      askAgainAt = deps.now() + ASK_AGAIN_MS;
      return undefined;
    },
  };
}
