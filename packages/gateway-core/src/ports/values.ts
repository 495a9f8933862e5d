import type { InterfaceName } from '@ccu-gateway/ccu-client';
import type { KnownValue } from '@ccu-gateway/device-model';

/** A value of a data point as it is kept over a restart. */
export interface KeptValue extends Omit<KnownValue, 'setAt' | 'onlyDefault'> {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Storage of the values of CCUs over a restart. Every call rejects when nothing of it was done. */
export interface ValueRecords {
  load(central: string, interfaceName: InterfaceName): Promise<readonly KeptValue[]>;
  /** Writes only these; others stay. */
  save(central: string, values: readonly KeptValue[]): Promise<void>;
  /** Those of their channels, too. */
  forgetDevices(central: string, addresses: readonly string[]): Promise<void>;
}
