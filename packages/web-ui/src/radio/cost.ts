import type { CallAnswer, CallInput } from '@ccu-gateway/client';
import type { DeviceSummary } from '@ccu-gateway/contract/types';
import { useResource } from '../context/use-resource.js';

/** Equal writes to one device. */
export interface Sending {
  readonly device: Pick<DeviceSummary, 'address' | 'central'>;
  /** Default: one parameter of `VALUES`. */
  readonly paramset?: 'MASTER';
  readonly parameters?: number;
  readonly messages: number;
}

/** Radio cost on one interface, as the gateway estimates it. */
export type RadioCost = CallAnswer<'estimateRadioCost'>['interfaces'][number];

type Plan = CallInput<'estimateRadioCost'>['body'];

/** Most writes of one request. */
const MOST = 2_000;

export function planOf(sendings: readonly Sending[]): Plan {
  return {
    writes: sendings.slice(0, MOST).map(({ device: { address, central }, paramset, parameters, messages }) => ({
      device_address: address,
      ...(central === undefined ? {} : { central }),
      ...(paramset === undefined ? {} : { paramset }),
      ...(parameters === undefined ? {} : { parameters }),
      count: messages,
    })),
  };
}

/** Radio costs by interface; none until the gateway has answered, and none where it does not. */
export function useRadioCosts(sendings: readonly Sending[]): readonly RadioCost[] {
  const plan = planOf(sendings);
  const estimate = useResource(
    async ({ gateway }) =>
      plan.writes.length === 0 ? [] : (await gateway.call('estimateRadioCost', { body: plan })).interfaces,
    { inputs: [JSON.stringify(plan)] },
  );
  return estimate.current.value.value ?? [];
}

/** Times at which a device receives messages. */
export type Listening = 'always' | 'burst' | 'asleep';

export function listeningOf({ rx_mode }: Pick<DeviceSummary, 'rx_mode'>): Listening {
  if (rx_mode?.always) return 'always';
  if (rx_mode?.burst) return 'burst';
  return rx_mode?.wakeup || rx_mode?.config || rx_mode?.lazy_config ? 'asleep' : 'always';
}

/** How much to think about before it is sent: from a forecast of 60 percent on there is a warning, then a question. */
export type Guard = 'free' | 'warn' | 'ask' | 'refuse';

const WARN_PERCENT = 60;

export function guardOf(costs: readonly RadioCost[]): Guard {
  const ofRadio = costs.filter(({ radio }) => radio);
  if (ofRadio.some(({ mode }) => mode === 'critical_only')) return 'refuse';
  if (ofRadio.some(({ mode }) => mode === 'spread')) return 'ask';
  return ofRadio.some(({ forecast = 0 }) => forecast >= WARN_PERCENT) ? 'warn' : 'free';
}
