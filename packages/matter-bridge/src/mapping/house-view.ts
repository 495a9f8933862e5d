import type { CustomDPSummary, DataPointSummary, DeviceDetail } from '@ccu-gateway/contract/types';

/** One device with everything that the mapping looks at: what it is made of, and the values known now. */
export interface DeviceView {
  readonly central: string;
  readonly device: DeviceDetail;
  readonly customDataPoints: readonly CustomDPSummary[];
  /** Data points by the number of their channel. */
  readonly dataPoints: ReadonlyMap<number, readonly DataPointSummary[]>;
}

/** Which systems the bridge is shown to: what they know and how much they take. */
export type Profile = 'all' | 'alexa' | 'google' | 'apple' | 'homeassistant';

/** What is chosen for all things, and for single ones by their key. */
export interface MappingOptions {
  readonly profile: Profile;
  /** What a switch is shown as, where that was chosen for it; `plug` otherwise. */
  kindOf(key: string): 'plug' | 'light' | undefined;
  /** The name that was chosen for a thing. */
  nameOf(key: string): string | undefined;
}
