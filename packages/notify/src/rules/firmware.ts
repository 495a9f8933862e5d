import type { Fact, Matter } from './facts.js';

/** Firmware of the devices, and the ended updates of the plan. */
export interface DeviceFirmware {
  readonly devices: readonly {
    readonly central: string;
    readonly address: string;
    readonly name: string;
    /** New version; undefined where the device has none to install. */
    readonly available?: string | undefined;
  }[];
  readonly ended: readonly {
    readonly id: string;
    readonly address: string;
    readonly name: string;
    /** Version that was to be installed. */
    readonly to: string;
    readonly state: 'done' | 'failed';
    /** Milliseconds since the Unix epoch. */
    readonly at: number;
  }[];
}

const SUBJECT = 'device_firmware';
const idOf = ({ central, address }: { readonly central: string; readonly address: string }) =>
  `${SUBJECT}:${central}/${address}`;

/**
 * The changes since the last look: known updates that are there no more, new ones, and updates that ended after `since`. A device that
 * is not listed keeps its matter while no device of its CCU is: the CCU may not have been read yet.
 */
export function factsOfFirmware(
  { devices, ended }: DeviceFirmware,
  known: readonly string[],
  { since, at }: { readonly since: number; readonly at: number },
): readonly Fact[] {
  const offered = devices.filter(({ available }) => available !== undefined);
  const ids = new Set(offered.map(idOf));
  const centrals = new Set(devices.map(({ central }) => central));
  const isGone = (id: string) =>
    id.startsWith(`${SUBJECT}:`) &&
    !ids.has(id) &&
    [...centrals].some((each) => id.startsWith(idOf({ central: each, address: '' })));
  return [
    ...known.filter(isGone).map((id) => ({ type: 'ended' as const, id })),
    ...offered.map((device) => ({ type: 'began' as const, matter: offerOf(device, at) })),
    ...ended
      .filter((update) => update.at > since)
      .map((update) => ({ type: 'happened' as const, matter: updateOf(update) })),
  ];
}

function offerOf(device: DeviceFirmware['devices'][number], at: number): Matter {
  const { address, name, available: detail } = device;
  const id = idOf(device);
  return { id, subject: SUBJECT, kind: SUBJECT, thing: id, name, since: at, address, detail, page: 'firmware' };
}

function updateOf({ id, address, name, to, state, at }: DeviceFirmware['ended'][number]): Matter {
  const about = { subject: SUBJECT, kind: state === 'done' ? 'update_done' : 'update_failed' } as const;
  return {
    id: `update:${id}`,
    ...about,
    thing: `update:${address}`,
    name,
    since: at,
    address,
    detail: to,
    page: 'firmware',
  };
}
