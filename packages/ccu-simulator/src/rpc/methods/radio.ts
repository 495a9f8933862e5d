import { OPERATION } from '../../live/defaults.js';
import { sgtinOf } from '../../product/product.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { bool, double, int, list, NOTHING, record, text } from '../../wire/typed-value.js';
import { dutyCycleOf, type Handlers, type InterfaceContext } from './context.js';

/** Serial number of the BidCos radio module, the address of its state events. */
export const BIDCOS_MODULE = 'SIM0000000';

/** Radio modules and radio quality. */
export function radioMethods(context: InterfaceContext): Handlers {
  const { state, switches, interfaceName } = context;
  return {
    rssiInfo: () => rssi(context),
    listBidcosInterfaces: () =>
      list([
        record({
          ADDRESS: text(interfaceName === 'HmIP-RF' ? sgtinOf(state.view.seededFrom.serial) : BIDCOS_MODULE),
          DESCRIPTION: text('Simulated radio module'),
          TYPE: text(interfaceName === 'HmIP-RF' ? 'HMIP_CCU2' : 'CCU2'),
          DUTY_CYCLE: int(Math.round(dutyCycleOf(context))),
          ...(interfaceName === 'HmIP-RF' ? { CARRIER_SENSE: double(switches.carrierSense) } : {}),
          FIRMWARE_VERSION: text('4.4.22'),
          DEFAULT: bool(true),
          CONNECTED: bool(!(interfaceName === 'BidCos-RF' && switches.moduleGone)),
        }),
      ]),
  };
}

const RSSI_UNKNOWN = { hmip: 128, bidcos: 65536 } as const;

/** Every device and the gateway receive each other, each with its own signal. */
function rssi({ state, interfaceName }: InterfaceContext): TypedValue {
  const gateway = interfaceName === 'HmIP-RF' ? '00F1C0DE0000C0' : 'BidCoS-RF';
  const unknown = interfaceName === 'HmIP-RF' ? RSSI_UNKNOWN.hmip : RSSI_UNKNOWN.bidcos;
  const table: Record<string, Record<string, TypedValue>> = { [gateway]: {} };
  for (const device of state.registry.all(interfaceName)) {
    const address = device.description.ADDRESS;
    if (address === gateway || ((device.description.FLAGS ?? 0) & 8) !== 0) continue;
    const maintenance = `${address}:0`;
    const readable = ((state.describe(maintenance).RSSI_DEVICE?.OPERATIONS ?? 0) & OPERATION.read) !== 0;
    const heard = (parameter: string) =>
      Number((readable && state.store.value(maintenance, parameter)?.value) || unknown);
    table[address] = { [gateway]: list([int(heard('RSSI_DEVICE')), int(heard('RSSI_PEER'))]) };
    (table[gateway] as Record<string, TypedValue>)[address] = list([
      int(heard('RSSI_PEER')),
      int(heard('RSSI_DEVICE')),
    ]);
  }
  // rfd has an empty value for an empty table.
  if (interfaceName === 'BidCos-RF' && Object.keys(table).length === 1) return NOTHING;
  return record(Object.fromEntries(Object.entries(table).map(([address, peers]) => [address, record(peers)])));
}
