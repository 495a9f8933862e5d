import { createClient } from '../central/connections.js';
import { type Reach, reachOf } from '../central/reach.js';
import type { Settings } from '../central/settings.js';
import { readRadioModules } from '../connection/radio.js';
import { deviceOf } from '../model/address.js';
import { isCcuError } from '../model/errors.js';
import type { InterfaceOptions } from '../model/interface-options.js';
import { placeOf } from '../model/interfaces.js';
import type { WireValue } from '../model/model.js';
import { isUnknownMethod } from '../transport/errors.js';
import type { RpcClient } from '../transport/rpc-client.js';
import { answeredWith } from './answered.js';
import { isOpen } from './knock.js';
import { tryLoop } from './loop.js';
import type { Answered, ExamineOptions, InterfaceExamination, LoopExamination } from './model.js';

/** Everything that is asked of one interface. */
export interface InterfaceAsk {
  readonly settings: Settings;
  readonly options: Pick<ExamineOptions, 'callbacks' | 'connection' | 'openSpareCallbacks'>;
  readonly spec: InterfaceOptions;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends one interface the requests of normal use, and tests its callbacks. Rejects only for `aborted` and
 * `not_permitted`.
 */
export async function examineInterface(ask: InterfaceAsk): Promise<Omit<InterfaceExamination, 'listed'>> {
  const { settings, spec } = ask;
  const reach = reachOf(spec, settings);
  const client = createClient(reach, settings.timers, { permit: settings.permit });
  const place = {
    name: spec.name,
    host: reach.target.host,
    port: reach.target.port,
    tls: reach.target.tls !== undefined,
  };
  const asked = asking(ask, client);
  try {
    const startedAt = settings.elapsed();
    const first = await asked.call('system.listMethods');
    const answerMs = settings.elapsed() - startedAt;
    if (first.outcome !== 'ok' && first.outcome !== 'fault' && first.outcome !== 'unsupported') {
      const otherPort = await knockAtTheOther(ask, reach);
      const nothing = { refusedCalls: [], modules: [], unreachable: [], events: 0 };
      return { ...place, outcome: first.outcome, ...(otherPort === undefined ? {} : { otherPort }), ...nothing };
    }
    const { radio, serviceMessages } = reach.profile;
    const modules = radio ? readRadioModules((await asked.call('listBidcosInterfaces')).value ?? []) : [];
    const unreachable = serviceMessages ? unreachableIn((await asked.call('getServiceMessages')).value) : [];
    const announced = await announcement(ask, reach);
    const { events = 0, ...loop } = (await examineLoop(ask, reach, client)) ?? {};
    return {
      ...place,
      outcome: 'ok',
      answerMs,
      refusedCalls: asked.refused,
      modules,
      unreachable,
      ...announced,
      // Without members there was nothing to try it with.
      ...('ok' in loop ? { loop: loop as LoopExamination } : {}),
      events,
    };
  } finally {
    client.close();
  }
}

/** Calls that record refusals of known methods. */
function asking({ patienceMs, signal }: InterfaceAsk, client: RpcClient) {
  const refused: string[] = [];
  return {
    refused,
    async call(method: string): Promise<{ readonly outcome: Answered; readonly value?: WireValue }> {
      try {
        return { outcome: 'ok', value: await client.call(method, [], { timeoutMs: patienceMs, signal }) };
      } catch (error) {
        const outcome = answeredWith(error);
        const isRefusal = isCcuError(error) && outcome === 'fault' && !isUnknownMethod(error);
        if (isRefusal || (outcome !== 'fault' && method !== 'system.listMethods')) refused.push(method);
        return { outcome };
      }
    },
  };
}

/** `[[channel, id, value], …]`; rfd has an empty text where there is none. */
function unreachableIn(value: WireValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  const addresses = value.flatMap((row: WireValue) =>
    Array.isArray(row) && typeof row[0] === 'string' && row[1] === 'UNREACH' && (row[2] === true || row[2] === 1)
      ? [deviceOf(row[0])]
      : [],
  );
  return [...new Set(addresses)];
}

async function knockAtTheOther({ settings, spec, patienceMs, signal }: InterfaceAsk, { profile, target }: Reach) {
  // A port that was set is the one that is meant.
  if (spec.port !== undefined || profile.tlsPort === undefined) return undefined;
  const tls = target.tls === undefined;
  const { port } = placeOf(spec, profile, { host: settings.host, tls });
  return { port, tls, open: await isOpen({ host: target.host, port, timers: settings.timers, patienceMs, signal }) };
}

async function announcement({ options: { callbacks }, spec }: InterfaceAsk, { target, profile }: Reach) {
  if (callbacks === undefined) return {};
  const route = callbacks.register({
    central: 'doctor',
    interfaceName: spec.name,
    interfaceId: `ccu-gateway-doctor-${spec.name}`,
    ccuHost: target.host,
    protocol: profile.protocol,
    handler: () => undefined,
  });
  try {
    const { shown, from } = await route.announce();
    return { announced: { url: shown, from } };
  } catch (error) {
    if (!isCcuError(error)) throw error;
    return { announceError: error.message };
  } finally {
    route.remove();
  }
}

async function examineLoop(
  { settings, options: { callbacks, connection, openSpareCallbacks }, spec, patienceMs, signal }: InterfaceAsk,
  reach: Reach,
  client: RpcClient,
): Promise<(LoopExamination & { readonly events: number }) | undefined> {
  const parts = { settings, name: spec.name, reach, client, patienceMs, signal };
  if (connection === undefined) return callbacks === undefined ? undefined : await tryLoop({ ...parts, callbacks });
  let events = 0;
  const stop = connection.on((event) => {
    if (event.type === 'value' && event.interfaceName === spec.name) events += 1;
  });
  try {
    const own = await connection.loopTest(spec.name, { signal });
    // A duplicate delivery has arrived by the time of a later event.
    const second = own.ok ? await connection.loopTest(spec.name, { signal }) : own;
    if (own.ok || callbacks === undefined) return { ...own, ...repeatsIn(second), events };
    if (own.hop !== 'callback' && own.hop !== 'registration') return { ...own, events };
    if (reach.profile.protocol !== 'bin') return { ...own, ...(await again({ ...parts, callbacks })), events };
    if (openSpareCallbacks === undefined) return { ...own, events };
    const spare = await openSpareCallbacks();
    try {
      return { ...own, ...(await again({ ...parts, callbacks: spare })), events };
    } finally {
      await spare.close();
    }
  } finally {
    stop();
  }
}

async function again(parts: Parameters<typeof tryLoop>[0]): Promise<{ readonly worksAnew: boolean }> {
  return { worksAnew: (await tryLoop(parts)).ok };
}

const repeatsIn = ({ repeated = 0 }: { readonly repeated?: number }) => (repeated > 0 ? { repeats: true } : {});
