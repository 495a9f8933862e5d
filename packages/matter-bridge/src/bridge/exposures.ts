import type { MatterExposure, MatterExposureUpdate } from '@ccu-gateway/contract/types';
import { Matter } from '@matter/main';
import type { Exposable } from '../mapping/plan.js';
import type { Choice } from '../ports/ports.js';

/** Whether a thing is shown: as it was chosen, else as the mapping means it. */
export function isShown({ plan, shownByDefault }: Exposable, choice: Choice | undefined): boolean {
  return plan !== undefined && (choice?.enabled ?? shownByDefault);
}

/** A thing as the contract shows it. */
export function exposureView(thing: Exposable, choice: Choice | undefined): MatterExposure {
  const { plan, reason } = thing;
  const type = plan?.deviceTypes[0];
  const clusters = [plan, ...(plan?.parts ?? [])].flatMap((each) => each?.clusters ?? []);
  const number = type === undefined ? undefined : Matter.deviceTypes(type)?.id;
  const ids = clusters.flatMap(({ name }) => Matter.clusters(name)?.id ?? []);
  return {
    central_name: thing.central,
    device_address: thing.address,
    channel_no: thing.channel,
    dp_kind: thing.source,
    dp_key: thing.sourceName,
    display_name: thing.name,
    enabled: isShown(thing, choice),
    mappable: plan === undefined ? 'unmappable' : thing.isComplete ? 'mappable' : 'partially_mappable',
    ...(choice?.name === undefined ? {} : { friendly_name: choice.name }),
    ...(number === undefined ? {} : { device_type: number }),
    ...(type === undefined ? {} : { device_type_label: type }),
    ...(ids.length === 0 ? {} : { clusters: [...new Set(ids)] }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Whether an update is about this thing. */
export const isMeant = (thing: Exposable, update: MatterExposureUpdate): boolean =>
  thing.central === update.central_name &&
  thing.address === update.device_address &&
  thing.channel === update.channel_no &&
  thing.source === update.dp_kind &&
  thing.sourceName === update.dp_key;
