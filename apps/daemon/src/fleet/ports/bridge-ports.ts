import { CallError, type CallHandler, type CallOptions } from '@ccu-gateway/fleet';
import type { GatewayPorts } from '../../site/model/ports.js';
import { pack, unpack } from './carry.js';
import { failureOf } from './errors.js';

/** Webhooks, MQTT brokers and messages to people, which one gateway of a fleet has open. */
export type BridgePorts = Pick<GatewayPorts, 'webhooks' | 'mqtt' | 'notify'>;

/** The gateway of the fleet that has them open. */
export interface BridgesRemote {
  /** True when this process has them open now. */
  hasBridges(): boolean;
  /** Asks the gateway that has them open. @throws CallError, RemoteCallError */
  callBridges(method: string, args: unknown, options: CallOptions): Promise<unknown>;
}

/** Longer than a receiver of a webhook has to answer. */
const CALL_MS = 120_000;
const LOOK_MS = 5_000;

/**
 * The same ports at every gateway of a fleet: the gateway that has the bridges open is asked. Where none is configured
 * this gateway answers itself.
 *
 * @example
 * const { webhooks, mqtt } = remoteBridges(own, fleetPart.remote, { webhooks: () => true, mqtt: () => true, notify: () => true });
 */
export function remoteBridges(
  own: BridgePorts,
  remote: BridgesRemote,
  isConfigured: Readonly<Record<keyof BridgePorts, () => boolean>>,
): BridgePorts {
  const isOwn = (port: keyof BridgePorts) => remote.hasBridges() || !isConfigured[port]();
  const ask = async (method: string, args: readonly unknown[], isQuestion = true): Promise<unknown> => {
    try {
      const timeoutMs = isQuestion ? LOOK_MS : CALL_MS;
      return unpack(await remote.callBridges(method, args.map(pack), { timeoutMs }));
    } catch (error) {
      throw failureOf(error, { does: 'has webhooks and MQTT brokers open', reason: 'no_bridges', isQuestion });
    }
  };
  const either = async <Answer>(
    port: keyof BridgePorts,
    {
      method,
      args = [],
      isQuestion,
    }: { readonly method: string; readonly args?: readonly unknown[]; readonly isQuestion?: boolean },
    here: () => Answer | Promise<Answer>,
  ): Promise<Answer> => {
    if (isOwn(port)) return await here();
    // The gateway that is asked returns the answer of the port behind it.
    return (await ask(method, args, isQuestion)) as Answer;
  };
  return {
    webhooks: {
      status: () => either('webhooks', { method: 'webhooks.status' }, own.webhooks.status),
      test: (name) =>
        either('webhooks', { method: 'webhooks.test', args: [name], isQuestion: false }, () => own.webhooks.test(name)),
    },
    notify: {
      status: () => either('notify', { method: 'notify.status' }, own.notify.status),
      test: (name) =>
        either('notify', { method: 'notify.test', args: [name], isQuestion: false }, () => own.notify.test(name)),
      // The texts are the same at each gateway.
      preview: own.notify.preview,
    },
    mqtt: {
      status: () => either('mqtt', { method: 'mqtt.status' }, own.mqtt.status),
      preview: (at) => either('mqtt', { method: 'mqtt.preview', args: [at] }, () => own.mqtt.preview(at)),
    },
  };
}

/** Answers calls of other gateways about the bridges that this one has open, by the name of the call. */
export function answerBridges(
  { webhooks, notify, mqtt }: BridgePorts,
  hasBridges: () => boolean,
): Readonly<Record<string, CallHandler>> {
  const answer =
    (make: (first: unknown) => unknown): CallHandler =>
    async (packed) => {
      if (!hasBridges()) throw new CallError('not_holder', 'this gateway has no bridges open');
      const [first]: readonly unknown[] = Array.isArray(packed) ? packed : [];
      return pack(await make(unpack(first)));
    };
  return {
    'webhooks.status': answer(() => webhooks.status()),
    'webhooks.test': answer((name) => webhooks.test(String(name))),
    'notify.status': answer(() => notify.status()),
    'notify.test': answer((name) => notify.test(String(name))),
    'mqtt.status': answer(() => mqtt.status()),
    'mqtt.preview': answer((at) => mqtt.preview(placeOf(at))),
  };
}

/** Arguments come from another process. */
function placeOf(at: unknown): Parameters<BridgePorts['mqtt']['preview']>[0] {
  const text = (member: string) => String(Reflect.get(Object(at), member));
  return { broker: text('broker'), central: text('central'), address: text('address') };
}
