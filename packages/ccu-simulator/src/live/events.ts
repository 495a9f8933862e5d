import type { InterfaceName, WireValue } from '../house/types.js';

/** Events of the installation, in order. */
export type HouseEvent =
  | {
      readonly type: 'value';
      readonly interfaceName: InterfaceName;
      readonly channelAddress: string;
      readonly parameter: string;
      readonly value: WireValue;
    }
  | { readonly type: 'device_added'; readonly interfaceName: InterfaceName; readonly address: string }
  /** A device that was known was paired once more. */
  | { readonly type: 'device_readded'; readonly interfaceName: InterfaceName; readonly address: string }
  /** A device left the inbox. */
  | { readonly type: 'device_accepted'; readonly interfaceName: InterfaceName; readonly address: string }
  | { readonly type: 'device_removed'; readonly interfaceName: InterfaceName; readonly addresses: readonly string[] }
  | {
      readonly type: 'device_replaced';
      readonly interfaceName: InterfaceName;
      readonly oldAddress: string;
      readonly newAddress: string;
    }
  /** Hint 0: everything may have changed; hint 1: links changed. */
  | {
      readonly type: 'device_changed';
      readonly interfaceName: InterfaceName;
      readonly address: string;
      readonly hint: 0 | 1;
    }
  /** Something that belongs to no request went wrong. */
  | {
      readonly type: 'failed';
      readonly interfaceName: InterfaceName;
      readonly code: number;
      readonly message: string;
    };

export type HouseListener = (event: HouseEvent) => void;
