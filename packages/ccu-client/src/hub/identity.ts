import type { JsonSession } from '../json/session.js';
import { interfacesWhere } from '../model/interfaces.js';
import type { InterfaceName } from '../model/model.js';
import type { RadioModule } from '../model/operations-model.js';
import type { Now } from '../model/ports.js';
import { serialNumberOf } from '../model/serial-number.js';
import { systemSerial } from '../rega/scripts/system.js';
import { throwIfAborted } from '../time/wait.js';
import type { HttpClient } from '../transport/http.js';

/** Identifies the CCU. */
export interface Identity {
  /** The serial number; undefined while the CCU does not tell. Once known it is kept. */
  serial(signal?: AbortSignal): Promise<string | undefined>;
}

const MAX_ASK_MS = 10_000;
/**
 * A CCU that does not tell is not asked before every script: the first pause, the longest one, and the share of the time
 * since the first question that a pause takes. A logic layer is often some seconds behind the interfaces.
 */
const ASK_AGAIN_MS = { shortest: 2_000, longest: 60_000, share: 0.25 } as const;

const TELLING = interfacesWhere(({ serialOfModule }) => serialOfModule === 'always');
const TELLING_ALONE = interfacesWhere(({ serialOfModule }) => serialOfModule === 'alone');

/** Radio modules of the CCU itself, not those in the network. */
const OWN_MODULE = /^(?:CCU|HMIP_CCU)/i;

/**
 * Asks one source after the other until one answers: a script and JSON-RPC, which need an administrator, the HmIP radio
 * module, the public UPnP description, at last the BidCos radio module. All but the last have the same number. A CCU
 * with both modules uses the number of the other one, so that of BidCos counts only without any other. All sources are
 * on configured ports.
 */
export function createIdentity(deps: {
  readonly session: Pick<JsonSession, 'call'>;
  readonly web: Pick<HttpClient, 'exchange'>;
  /** The radio modules of an interface; rejects where it is not configured, or away. */
  readonly radioModules: (interfaceName: InterfaceName, signal?: AbortSignal) => Promise<readonly RadioModule[]>;
  readonly now: Now;
}): Identity {
  let known: string | undefined;
  let firstAskedAt: number | undefined;
  let askAgainAt = Number.NEGATIVE_INFINITY;

  async function scripted(signal?: AbortSignal): Promise<unknown> {
    const output = await deps.session.call('ReGa.runScript', { script: systemSerial.source({}) }, signal);
    const decoded = systemSerial.decode(typeof output === 'string' ? output : '');
    return decoded.kind === 'rows' ? decoded.rows[0]?.serial : undefined;
  }

  async function described(signal?: AbortSignal): Promise<unknown> {
    const path = '/upnp/basic_dev.cgi';
    const { status, body } = await deps.web.exchange({ method: 'GET', path, timeoutMs: MAX_ASK_MS, signal });
    if (status !== 200) return undefined;
    return /<serialNumber>\s*([^<\s]{1,40})\s*<\/serialNumber>/.exec(body.toString('latin1'))?.[1];
  }

  async function radio(interfaceName: InterfaceName, signal?: AbortSignal): Promise<unknown> {
    const own = (await deps.radioModules(interfaceName, signal)).filter(({ type }) => OWN_MODULE.test(type));
    return (own.find(({ isDefault }) => isDefault) ?? own[0])?.address;
  }

  return {
    async serial(signal) {
      if (known !== undefined || deps.now() < askAgainAt) return known;
      for (const ask of [
        () => scripted(signal),
        () => deps.session.call('CCU.getSerial', {}, signal),
        ...TELLING.map((name) => () => radio(name, signal)),
        () => described(signal),
        ...TELLING_ALONE.map((name) => () => radio(name, signal)),
      ]) {
        const said = await ask().catch(() => undefined);
        throwIfAborted(signal);
        known = serialNumberOf(said);
        if (known !== undefined) return known;
      }
      firstAskedAt ??= deps.now();
      const { shortest, longest, share } = ASK_AGAIN_MS;
      askAgainAt = deps.now() + Math.min(longest, Math.max(shortest, (deps.now() - firstAskedAt) * share));
      return undefined;
    },
  };
}
