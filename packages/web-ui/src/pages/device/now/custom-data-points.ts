import type { CallAnswer } from '@ccu-gateway/client';
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { FollowedEvent } from '../../../connection/connection.js';
import type { Services } from '../../../context/services.js';
import type { Consent } from '../../../writes/consent.js';
import { reasonOf } from '../../../writes/reason.js';

export type CustomDataPoint = CallAnswer<'listCustomDataPoints'>[number];

/** State of the last operation; undefined when none is running. */
export type Invocation =
  | { readonly state: 'pending'; readonly operation: string; readonly at: number }
  | { readonly state: 'failed'; readonly operation: string; readonly reason: string };

/** The lights, covers, thermostats … of one device, kept up to date by events. */
export interface CustomDataPoints {
  readonly list: ReadonlySignal<readonly CustomDataPoint[] | undefined>;
  readonly error: ReadonlySignal<unknown>;
  invocation(name: string): ReadonlySignal<Invocation | undefined>;
  /** Carries out an operation. It never rejects: the invocation has the outcome. */
  invoke(name: string, operation: string, consent: Consent, params?: Readonly<Record<string, unknown>>): Promise<void>;
  load(): Promise<void>;
  onEvent(event: FollowedEvent): void;
  /** Ends operations that were not confirmed in time. */
  expire(): void;
}

/** The gateway itself gives up after 30 seconds and reports that. */
const PATIENCE_MS = 35_000;

export interface CustomDataPointsOptions {
  readonly services: Pick<Services, 'gateway' | 'now' | 'language'>;
  readonly central: string;
  readonly address: string;
}

export function createCustomDataPoints({ services, central, address }: CustomDataPointsOptions): CustomDataPoints {
  const { gateway, now, language } = services;
  const list = signal<readonly CustomDataPoint[] | undefined>(undefined);
  const error = signal<unknown>(undefined);
  const { invocation, settle, expire } = createInvocations(now);
  const isOfDevice = (payload: { readonly central: string; readonly device_address: string }) =>
    payload.central === central && payload.device_address === address;

  return {
    list,
    error,
    invocation,
    async load() {
      try {
        list.value = await gateway.call('listCustomDataPoints', {
          path: { addr: address },
          query: { central, locale: language.current.peek() },
        });
        error.value = undefined;
      } catch (problem) {
        error.value = problem;
      }
    },
    async invoke(name, operation, _consent, params = {}) {
      invocation(name).value = { state: 'pending', operation, at: now() };
      try {
        await gateway.call('invokeCustomDataPoint', {
          path: { addr: address, name, operation },
          query: { central },
          body: { params },
        });
        // A data point without a state, such as a display, sends no event.
        if (Object.keys(list.peek()?.find((each) => each.name === name)?.state ?? {}).length === 0) settle(name);
      } catch (problem) {
        settle(name, { state: 'failed', operation, reason: reasonOf(problem) });
      }
    },
    onEvent: (event) =>
      batch(() => {
        if (event.type === 'custom_data_point.state_changed') {
          const { payload } = event;
          if (!isOfDevice(payload)) return;
          list.value = list
            .peek()
            ?.map((each) => (each.name === payload.name ? { ...each, state: payload.state } : each));
          settle(payload.name);
          return;
        }
        if (event.type !== 'datapoint.value_changed' && event.type !== 'datapoint.optimistic_rolled_back') return;
        if (!isOfDevice(event.payload)) return;
        for (const { name, channel_no } of list.peek() ?? []) {
          if (channel_no !== event.payload.channel) continue;
          const operation = invocation(name).peek()?.operation ?? '';
          if (event.type === 'datapoint.value_changed') settle(name);
          else settle(name, { state: 'failed', operation, reason: event.payload.reason });
        }
      }),
    expire,
  };
}

/** The last operation of each data point. */
function createInvocations(now: () => number) {
  const invocations = new Map<string, Signal<Invocation | undefined>>();

  function invocation(name: string): Signal<Invocation | undefined> {
    const known = invocations.get(name) ?? signal<Invocation | undefined>(undefined);
    invocations.set(name, known);
    return known;
  }

  /** Ends an operation that is pending, with a failure or without. */
  function settle(name: string, outcome?: Invocation): void {
    const current = invocation(name);
    if (current.peek()?.state === 'pending') current.value = outcome;
  }

  return {
    invocation,
    settle,
    expire(): void {
      for (const [name, current] of invocations) {
        const found = current.peek();
        if (found?.state === 'pending' && now() - found.at > PATIENCE_MS) {
          settle(name, { state: 'failed', operation: found.operation, reason: 'timeout' });
        }
      }
    },
  };
}

/** True when the gateway asks for a confirmation of this operation. */
export const asksFirst = ({ confirm }: CustomDataPoint, operation: string): boolean =>
  confirm !== undefined && Object.hasOwn(confirm, operation);

/** Values of a state, with unknown types from a newer gateway dropped. */
export function numberIn(values: Readonly<Record<string, unknown>> | undefined, name: string): number | undefined {
  const value = values?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function textIn(values: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const value = values?.[name];
  return typeof value === 'string' ? value : undefined;
}

export function listIn(values: Readonly<Record<string, unknown>> | undefined, name: string): readonly string[] {
  const value = values?.[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string' && each !== '') : [];
}

export function flagIn(values: Readonly<Record<string, unknown>> | undefined, name: string): boolean | undefined {
  const value = values?.[name];
  return typeof value === 'boolean' ? value : undefined;
}
