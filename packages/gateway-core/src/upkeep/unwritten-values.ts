import type { KeptValue, ValueRecords } from '../ports/values.js';

const keyOf = ({
  interfaceName,
  channelAddress,
  parameter,
}: Pick<KeptValue, 'interfaceName' | 'channelAddress' | 'parameter'>) =>
  `${interfaceName} ${channelAddress} ${parameter}`;
/** Of a channel or a device. */
export const deviceOf = (channelAddress: string): string => channelAddress.split(':')[0] ?? channelAddress;

/** Values of one CCU that are still to be written, and those still to be deleted. */
export class UnwrittenValues {
  private readonly central: string;
  private readonly store: Pick<ValueRecords, 'save' | 'forgetDevices'>;
  /** By data point, so that a disk that refuses costs no more memory than the installation has values. */
  private readonly values = new Map<string, KeptValue>();
  private readonly gone = new Set<string>();
  /** Those of them that are being forgotten. */
  private readonly underway = new Set<string>();

  constructor(central: string, store: Pick<ValueRecords, 'save' | 'forgetDevices'>) {
    this.central = central;
    this.store = store;
  }

  get count(): number {
    return this.values.size;
  }

  /** Values of some devices are still to be forgotten. */
  get hasDropped(): boolean {
    return this.gone.size > 0;
  }

  put(value: KeptValue): void {
    this.values.set(keyOf(value), value);
  }

  /** Values of these devices are neither written any more nor kept. */
  drop(addresses: readonly string[]): void {
    const dropped = new Set(addresses);
    for (const address of dropped) {
      this.gone.add(address);
      // A value saved since this deletion began is deleted by another one.
      this.underway.delete(address);
    }
    for (const [key, { channelAddress }] of this.values) {
      if (dropped.has(deviceOf(channelAddress))) this.values.delete(key);
    }
  }

  /** Writes so many of them. Refused ones come with the next write, unless they were superseded or dropped by then. */
  async save(count: number): Promise<void> {
    const taken = [...this.values.values()].slice(0, count);
    for (const value of taken) this.values.delete(keyOf(value));
    try {
      await this.store.save(this.central, taken);
    } catch (error) {
      for (const value of taken) {
        const isGone = this.gone.has(deviceOf(value.channelAddress));
        if (!isGone && !this.values.has(keyOf(value))) this.put(value);
      }
      throw error;
    }
  }

  /** Forgets the dropped devices, each once, although the disk may be slow and more are dropped meanwhile. */
  async forget(): Promise<void> {
    const addresses = [...this.gone].filter((address) => !this.underway.has(address));
    if (addresses.length === 0) return;
    for (const address of addresses) this.underway.add(address);
    try {
      await this.store.forgetDevices(this.central, addresses);
      for (const address of addresses) if (this.underway.has(address)) this.gone.delete(address);
    } finally {
      for (const address of addresses) this.underway.delete(address);
    }
  }
}
