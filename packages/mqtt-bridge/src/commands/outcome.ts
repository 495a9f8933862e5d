import type { FieldError } from '@ccu-gateway/contract/types';
import type { StreamEvent } from '@ccu-gateway/event-stream';
import { type GatewayCore, GatewayError } from '@ccu-gateway/gateway-core';
import { PayloadError } from '../tree/payload.js';

/** Outcome of a command, in the form of the answer. */
export type Outcome =
  | { readonly outcome: 'confirmed'; readonly result?: unknown }
  /** The CCU accepted it, and the data point has another value. */
  | { readonly outcome: 'rolled_back'; readonly code: 'rolled_back'; readonly reason: string; readonly message: string }
  /** The CCU took it and has not reported the new value. */
  | { readonly outcome: 'unconfirmed'; readonly code: 'timeout'; readonly message: string }
  | {
      readonly outcome: 'refused';
      readonly code: string;
      readonly reason?: string | undefined;
      readonly message: string;
      readonly errors?: readonly FieldError[] | undefined;
    };

/** Why a command was not carried out, in the words of the gateway. */
export function refusalOf(error: unknown): Outcome {
  if (error instanceof GatewayError) {
    const { code, message, details } = error;
    return { outcome: 'refused', code, reason: details.reason, message, errors: details.errors };
  }
  if (error instanceof PayloadError) return { outcome: 'refused', code: 'validation', message: error.message };
  return { outcome: 'refused', code: 'internal', message: 'The gateway failed; its log has the reason' };
}

/** Data point with a write that waits for its confirmation. */
export interface PendingPoint {
  readonly central: string;
  readonly address: string;
  readonly channel: number;
  readonly parameter: string;
}

/** Receives the outcomes of writes from now on. */
export interface Confirmations {
  /** Resolves when each of them is confirmed, or the first is rolled back, or the signal is aborted. */
  of(points: readonly PendingPoint[], signal: AbortSignal): Promise<Outcome>;
  close(): void;
}

const CONFIRMED: Outcome = { outcome: 'confirmed' };

/** Subscribes before the write, so that an immediate answer of the CCU is not missed. */
export function listenForConfirmations(
  events: Pick<GatewayCore['events'], 'subscribe'>,
  address: string,
  channels: readonly number[],
): Confirmations {
  const heard = new Map<string, Outcome>();
  let changed: () => void = () => {};
  const listen = (event: StreamEvent) => {
    const found = outcomeIn(event);
    if (found === undefined) return;
    heard.set(found.key, found.outcome);
    changed();
  };
  const patterns = channels.map((channel) => `device.${address}.channels.${channel}.*`);
  // After a lost event, the time limit of the caller ends the wait.
  const subscription = patterns.length === 0 ? undefined : events.subscribe(patterns, listen, { onLost: () => {} });
  return {
    async of(points, signal) {
      for (;;) {
        // Includes a write that was rolled back before `await` was called.
        const failed = [...heard.values()].find(({ outcome }) => outcome !== 'confirmed');
        if (failed !== undefined) return failed;
        if (points.every((point) => heard.has(keyOf(point)))) return CONFIRMED;
        if (signal.aborted) {
          return {
            outcome: 'unconfirmed',
            code: 'timeout',
            message: 'The CCU took it and has not reported the new value',
          };
        }
        await new Promise<void>((resolve) => {
          changed = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
    close: () => subscription?.close(),
  };
}

function outcomeIn({ type, payload }: StreamEvent): { readonly key: string; readonly outcome: Outcome } | undefined {
  const { central, device_address, channel, parameter, reason } = payload;
  const key = keyOf({ central, address: device_address, channel, parameter } as PendingPoint);
  if (type === 'datapoint.value_changed') return { key, outcome: CONFIRMED };
  if (type !== 'datapoint.optimistic_rolled_back') return undefined;
  const message = 'The value did not take effect; the one before stands again';
  return { key, outcome: { outcome: 'rolled_back', code: 'rolled_back', reason: String(reason), message } };
}

const keyOf = ({ central, address, channel, parameter }: PendingPoint) =>
  `${central}\n${address}\n${channel}\n${parameter}`;
