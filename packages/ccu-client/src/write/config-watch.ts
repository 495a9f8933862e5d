import { deviceOf } from '../model/address.js';
import type { WireValue } from '../model/model.js';

/**
 * Tells when a device has taken its configuration: the CCU shows it by CONFIG_PENDING on the maintenance channel, which
 * rises when there is something to transmit and falls when the device has it.
 */
export interface ConfigWatch {
  /**
   * Begin before sending, because the CCU may be faster than its answer. `sleeps`: the device is known to wait for
   * something, even if nothing was heard of it yet.
   */
  begin(address: string, sleeps?: boolean): Watch;
  /** A value arrived. */
  seen(channelAddress: string, parameter: string, value: WireValue): void;
}

export interface Watch {
  /** The device still waits for configuration. */
  isPending(): boolean;
  /** Aborts when the device has taken it. Never, if the device does not tell. */
  readonly taken: AbortSignal;
  /** Ends the watch. */
  end(): void;
}

const PARAMETER = 'CONFIG_PENDING';

export function createConfigWatch(
  known: (channelAddress: string, parameter: string) => WireValue | undefined,
): ConfigWatch {
  const watching = new Map<string, Set<(value: boolean) => void>>();

  return {
    begin(address, sleeps = false) {
      const maintenance = `${deviceOf(address)}:0`;
      const taken = new AbortController();
      const shown = known(maintenance, PARAMETER);
      let isPending = shown === true || (shown === undefined && sleeps);
      const look = (value: boolean) => {
        if (isPending && !value) taken.abort();
        isPending = value;
      };
      const others = watching.get(maintenance) ?? new Set();
      watching.set(maintenance, others.add(look));
      return {
        isPending: () => isPending,
        taken: taken.signal,
        end() {
          others.delete(look);
          if (others.size === 0 && watching.get(maintenance) === others) watching.delete(maintenance);
        },
      };
    },
    seen(channelAddress, parameter, value) {
      if (parameter !== PARAMETER || typeof value !== 'boolean') return;
      for (const look of [...(watching.get(channelAddress) ?? [])]) look(value);
    },
  };
}
