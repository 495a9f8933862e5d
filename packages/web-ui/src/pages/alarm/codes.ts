import type { AlarmRemoteKeyCandidate } from '@ccu-gateway/contract/types';

const PARAMETERS = ['PRESS_SHORT', 'PRESS_LONG', 'CODE_ID'] as const;

/** One key with one kind of press, as a binding names it. */
export interface BoundKey {
  readonly id: string;
  /** Name for people, without the kind of press. */
  readonly label: string;
  readonly central: string;
  readonly interface_id: string;
  readonly channel_address: string;
  readonly parameter: (typeof PARAMETERS)[number];
}

/** Every key with every kind of press that it reports. */
export function keysOf(candidates: readonly AlarmRemoteKeyCandidate[]): readonly BoundKey[] {
  return candidates.flatMap((candidate) => {
    const { central, interface_id, channel_address, channel_no, channel_name, device_name, device_address } = candidate;
    const label = channel_name ?? `${device_name ?? device_address} · ${channel_no}`;
    return PARAMETERS.filter((each) => candidate.parameters.includes(each)).map((parameter) => ({
      id: `${central} ${channel_address} ${parameter}`,
      ...{ label, central, interface_id, channel_address, parameter },
    }));
  });
}
