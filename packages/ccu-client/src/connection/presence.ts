import type { InterfaceName } from '../model/model.js';
import type { Now } from '../model/ports.js';

/**
 * Tells an interface whose process does not exist from one that still starts: behind the web server of a CCU both answer
 * "not ready".
 */
export interface Presence {
  isAbsent(interfaceName: InterfaceName, notReadyMs: number, signal: AbortSignal): Promise<boolean>;
}

/** How long the CCU's own list of interfaces counts. */
const LIST_MS = 60_000;

export function createPresence(deps: {
  /** A call within the CCU's session; rejects while the CCU has none to give. */
  readonly call: (method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<unknown>;
  /** Whether any other interface of this CCU is served. */
  readonly othersServed: (interfaceName: InterfaceName) => boolean;
  readonly absentAfterMs: number;
  readonly now: Now;
}): Presence {
  let listed: { readonly names: ReadonlySet<string>; readonly at: number } | undefined;

  /** The interfaces the CCU has; undefined while it cannot be asked. */
  async function names(signal: AbortSignal): Promise<ReadonlySet<string> | undefined> {
    if (listed !== undefined && deps.now() - listed.at < LIST_MS) return listed.names;
    const answer = await deps.call('Interface.listInterfaces', {}, signal).catch(() => undefined);
    const found = readNames(answer);
    if (found.size === 0) return undefined;
    listed = { names: found, at: deps.now() };
    return found;
  }

  return {
    async isAbsent(interfaceName, notReadyMs, signal) {
      const known = await names(signal);
      if (known !== undefined && !known.has(interfaceName)) return true;
      if (notReadyMs < deps.absentAfterMs) return false;
      const present = await deps
        .call('Interface.isPresent', { interface: interfaceName }, signal)
        .catch(() => undefined);
      return typeof present === 'boolean' ? !present : deps.othersServed(interfaceName);
    },
  };
}

function readNames(answer: unknown): ReadonlySet<string> {
  if (!Array.isArray(answer)) return new Set();
  const names = answer.map((one: unknown) => (one as { name?: unknown } | null)?.name);
  return new Set(names.filter((name): name is string => typeof name === 'string'));
}
