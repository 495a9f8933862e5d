import type { Ccu } from '@ccu-gateway/ccu-client';
import type { DeviceSummary } from '@ccu-gateway/contract/types';
import { type HouseModel, signalStrength } from '@ccu-gateway/device-model';
import type { DiagnosticsView, LinkReliability, SignalReading } from '../ports/diagnostics.js';
import { defined } from '../use-case/defined.js';

export interface DiagnosticsDeps {
  readonly centrals: { all(): readonly Ccu[] };
  readonly house: Pick<HouseModel, 'devices' | 'dataPoint'>;
  readonly metrics: { text: DiagnosticsView['metrics'] };
}

/**
 * Reception of interfaces and devices, and the figures of the gateway.
 *
 * @example
 * const diagnostics = createDiagnostics({ centrals, house, metrics });
 */
export function createDiagnostics({ centrals, house, metrics }: DiagnosticsDeps): DiagnosticsView {
  return {
    reliability: (central) =>
      centrals
        .all()
        .filter(({ name }) => central === undefined || name === central)
        .flatMap((ccu) => ccu.status().map((status) => ({ status, circuit: ccu.circuit(status.interfaceName) })))
        .map(
          ({ status, circuit }): LinkReliability => ({
            central: status.central,
            interface: status.interfaceName,
            state: status.state,
            circuit,
            ...defined({
              lastCallbackAt: status.lastEventAt,
              pingMs: status.pingMs,
              callbackUrl: status.callbackUrl,
              reconnects: status.registrations === undefined ? undefined : status.registrations - 1,
              cause: status.cause,
            }),
          }),
        ),
    signals: (central) =>
      house
        .devices(central === undefined ? {} : { central })
        .map((device) => readingOf(house, device))
        .filter(({ rssiDevice, rssiPeer }) => rssiDevice !== null || rssiPeer !== null),
    metrics: () => metrics.text(),
  };
}

function readingOf(house: DiagnosticsDeps['house'], device: DeviceSummary): SignalReading {
  const { availability, central = '' } = device;
  const strength = (parameter: string) => {
    const point = house.dataPoint({ address: device.address, channel: 0, parameter, central });
    return (point.ok ? signalStrength(point.value.value) : undefined) ?? null;
  };
  return {
    central,
    interfaceId: device.interface_id,
    address: device.address,
    name: device.name,
    rssiDevice: strength('RSSI_DEVICE'),
    rssiPeer: strength('RSSI_PEER'),
    batteryLevel: availability.BatteryLevel ?? null,
    lowBattery: availability.LowBattery ?? null,
    reachable: device.available,
  };
}
