import type { CustomDPSummary, DataPointSummary, DeviceDetail } from '@ccu-gateway/contract/types';

/** One device with the input of the mapping: its structure, and its current values. */
export interface DeviceView {
  readonly central: string;
  readonly device: DeviceDetail;
  readonly customDataPoints: readonly CustomDPSummary[];
  /** Data points by the number of their channel. */
  readonly dataPoints: ReadonlyMap<number, readonly DataPointSummary[]>;
}

/** Systems of the bridge, with their supported device types and their limits. */
export type Profile = 'all' | 'alexa' | 'google' | 'apple' | 'homeassistant';

/** Choices for all things, and for single ones by their key. */
export interface MappingOptions {
  readonly profile: Profile;
  /** Chosen kind of a switch; `plug` otherwise. */
  kindOf(key: string): 'plug' | 'light' | undefined;
  /** The name that was chosen for a thing. */
  nameOf(key: string): string | undefined;
  /** The area of a room, such as a floor; undefined for a room outside of all areas. */
  areaOf(room: string): string | undefined;
}
