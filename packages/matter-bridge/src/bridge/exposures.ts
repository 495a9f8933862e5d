import type { MatterExposure, MatterExposureUpdate } from '@ccu-gateway/contract/types';
import { clusterNumber, deviceTypeNumbers } from '../endpoints/numbers.js';
import { endpointsOf } from '../mapping/house/profiles.js';
import type { Exposable } from '../mapping/plan.js';
import { REASONS } from '../mapping/reasons.js';
import type { Choice } from '../ports/ports.js';

/** Decision about a thing. */
export interface Decision {
  readonly choice: Choice | undefined;
  /** True when the system has no room for it. */
  readonly isTooMuch: boolean;
}

/** A thing as the contract shows it. */
export function exposureView(thing: Exposable, { choice, isTooMuch }: Decision): MatterExposure {
  const { plan, room, kind, heldBack } = thing;
  const isWanted = plan !== undefined && (choice?.enabled ?? (thing.shownByDefault && !isTooMuch));
  return {
    central_name: thing.central,
    device_address: thing.address,
    channel_no: thing.channel,
    dp_kind: thing.source,
    dp_key: thing.sourceName,
    display_name: thing.name,
    enabled: isWanted,
    shown: isWanted && !isTooMuch,
    mappable: plan === undefined ? 'unmappable' : thing.isComplete ? 'mappable' : 'partially_mappable',
    ecosystems: [...thing.ecosystems],
    ...(thing.leftOut.length === 0 ? {} : { left_out: [...thing.leftOut] }),
    ...(room === undefined ? {} : { room }),
    ...(kind === undefined ? {} : { kind }),
    ...(heldBack === undefined ? {} : { held_back: heldBack }),
    ...(choice?.name === undefined ? {} : { friendly_name: choice.name }),
    ...(plan === undefined ? {} : { endpoints: endpointsOf(plan), ...typeView(plan) }),
    ...remarkOf(thing, isTooMuch),
  };
}

function typeView(plan: NonNullable<Exposable['plan']>): Partial<MatterExposure> {
  const [type] = plan.deviceTypes;
  const number = deviceTypeNumbers(type)?.id;
  const clusters = [plan, ...plan.parts].flatMap((each) => each.clusters);
  const ids = clusters.flatMap(({ name }) => clusterNumber(name) ?? []);
  return {
    ...(number === undefined ? {} : { device_type: number }),
    device_type_label: type,
    ...(ids.length === 0 ? {} : { clusters: [...new Set(ids)] }),
  };
}

function remarkOf({ reasonCode, reason }: Exposable, isTooMuch: boolean): Partial<MatterExposure> {
  if (isTooMuch) return { reason_code: 'over_limit', reason: REASONS.over_limit };
  return {
    ...(reasonCode === undefined ? {} : { reason_code: reasonCode }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** True for an update of this thing. */
export const isMeant = (thing: Exposable, update: MatterExposureUpdate): boolean =>
  thing.central === update.central_name &&
  thing.address === update.device_address &&
  thing.channel === update.channel_no &&
  thing.source === update.dp_kind &&
  thing.sourceName === update.dp_key;
