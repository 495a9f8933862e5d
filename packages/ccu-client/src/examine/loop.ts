import { createMemoryStateStore } from '../cache/memory-cache.js';
import type { CallbackServer } from '../callback/server.js';
import type { Reach } from '../central/reach.js';
import type { Settings } from '../central/settings.js';
import { createPinger } from '../connection/pinger.js';
import { createRegistration } from '../connection/registration.js';
import { callbackNote, UNANSWERED } from '../connection/status.js';
import type { InterfaceName } from '../model/model.js';
import type { RpcClient } from '../transport/rpc-client.js';
import type { RpcCall } from '../wire/codecs/index.js';
import { answeredWith } from './answered.js';
import type { LoopExamination } from './model.js';

interface TrialParts {
  readonly settings: Settings;
  readonly name: InterfaceName;
  readonly reach: Reach;
  readonly client: RpcClient;
  readonly callbacks: CallbackServer;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Registers under an id of this examination, waits for a ping to come back, and deregisters: the same steps as a start
 * of the gateway, and nothing of it stays.
 */
export async function tryLoop(parts: TrialParts): Promise<LoopExamination & { readonly events: number }> {
  const { settings, name, reach, callbacks } = parts;
  const trial = `doctor-${Math.floor(settings.random() * 1_000_000_000)}`;
  const interfaceId = `ccu-gateway-${trial}-${name}`;
  const told = new Map<string, number>();
  let events = 0;
  let repeatedBatches = 0;
  const pinger = createPinger({
    interfaceId,
    now: settings.now,
    random: settings.random,
    timers: settings.timers,
    send: (token, signal) => parts.client.call('ping', [token], { timeoutMs: parts.patienceMs, signal }),
  });
  const handler = ({ method, params }: RpcCall): void => {
    if (method !== 'event') return;
    const token = params[2] === 'PONG' ? params[3] : undefined;
    if (typeof token !== 'string') {
      events += 1;
      return;
    }
    told.set(token, (told.get(token) ?? 0) + 1);
    pinger.pong(token);
  };
  const route = callbacks.register({
    central: trial,
    interfaceName: name,
    interfaceId,
    ccuHost: reach.target.host,
    protocol: reach.profile.protocol,
    handler,
    onRepeated() {
      repeatedBatches += 1;
    },
  });
  try {
    const result = await proveRegistered(parts, { interfaceId, pinger, route });
    const repeats =
      repeatedBatches > 0 || [...told].some(([token, times]) => token.startsWith(`${interfaceId}#`) && times > 1);
    return { ...result, ...(repeats ? { repeats } : {}), events };
  } finally {
    route.remove();
  }
}

interface Trial {
  readonly interfaceId: string;
  readonly pinger: ReturnType<typeof createPinger>;
  readonly route: ReturnType<CallbackServer['register']>;
}

async function proveRegistered(
  { client, reach, patienceMs, signal }: TrialParts,
  { interfaceId, pinger, route }: Trial,
): Promise<LoopExamination> {
  const registration = createRegistration({
    rpc: {
      call: (method, params, options) =>
        client.call(method, params ?? [], { timeoutMs: options?.timeoutMs ?? patienceMs, signal: options?.signal }),
      close: () => undefined,
    },
    interfaceId,
    store: createMemoryStateStore(),
    storeKey: 'doctor',
    // Before it answers, the daemon requests our devices and sends all of its own.
    timeoutMs: 3 * patienceMs,
  });
  let hop: 'registration' | 'ccu' = 'registration';
  try {
    const announced = await route.announce();
    await registration.register(announced, signal);
    hop = 'ccu';
    const patience = { callMs: patienceMs, eventMs: patienceMs * reach.profile.pongPatience, signal };
    const first = await pinger.ping(patience);
    if (first.kind === 'unanswered' || first.kind === 'refused') return { ok: false, hop, cause: UNANSWERED };
    if (first.kind !== 'proved') return { ok: false, hop: 'callback', cause: callbackNote(announced, false) };
    // A duplicate delivery has arrived by the time of a later event.
    await pinger.ping(patience);
    return { ok: true, rttMs: first.rttMs };
  } catch (error) {
    if (answeredWith(error) === 'unsupported') return { ok: false, untestable: true };
    return { ok: false, hop, cause: (error as Error).message };
  } finally {
    await registration.deregister();
  }
}
