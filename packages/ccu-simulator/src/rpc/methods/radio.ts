import type { DefinedRadioGateway } from '../../house/types.js';
import { OPERATION } from '../../live/defaults.js';
import { sgtinOf } from '../../product/product.js';
import { failure, unknownDevice } from '../../wire/fault.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { bool, double, int, list, NOTHING, record, text } from '../../wire/typed-value.js';
import { describedAt, dutyCycleOf, flagAt, type Handlers, type InterfaceContext, textAt } from './context.js';

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
        ...gatewaysOf(context).map(({ address, description, connected = true }) =>
          record({
            ADDRESS: text(address),
            DESCRIPTION: text(description),
            TYPE: text('HMLGW2'),
            DUTY_CYCLE: int(1),
            FIRMWARE_VERSION: text('1.1.5'),
            DEFAULT: bool(false),
            CONNECTED: bool(connected),
          }),
        ),
      ]),
    setBidcosInterface: (params) => {
      const { ADDRESS: address, PARENT: parent } = describedAt(context, textAt(params, 0));
      const wanted = textAt(params, 1);
      const roaming = flagAt(params, 2);
      if (parent) throw unknownDevice();
      if (wanted !== BIDCOS_MODULE && !gatewaysOf(context).some((gateway) => gateway.address === wanted)) {
        throw failure('Unknown interface');
      }
      // Clients are told nothing of it.
      if (!switches.swallowWrites) {
        state.registry.changeDescription(address, { INTERFACE: wanted, ROAMING: roaming ? 1 : 0 });
      }
      return NOTHING;
    },
  };
}

const RSSI_UNKNOWN = { hmip: 128, bidcos: 65536 } as const;

function gatewaysOf({ state, interfaceName }: InterfaceContext): readonly DefinedRadioGateway[] {
  return interfaceName === 'BidCos-RF' ? (state.view.seededFrom.radioGateways ?? []) : [];
}

/** Every device and the gateways receive each other, each with its own signal. */
function rssi(context: InterfaceContext): TypedValue {
  const { state, interfaceName } = context;
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
    for (const { address: other, signals } of gatewaysOf(context)) {
      const [byDevice, byGateway] = signals[address] ?? [unknown, unknown];
      Object.assign(table[address] as object, { [other]: list([int(byDevice), int(byGateway)]) });
    }
  }
  // rfd has an empty value for an empty table.
  if (interfaceName === 'BidCos-RF' && Object.keys(table).length === 1) return NOTHING;
  return record(Object.fromEntries(Object.entries(table).map(([address, peers]) => [address, record(peers)])));
}
