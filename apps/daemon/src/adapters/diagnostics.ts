import type { DeviceSummary } from '@ccu-gateway/contract/types';
import { type Home, signalStrength } from '@ccu-gateway/device-model';
import type { DiagnosticsView, LinkReliability, SignalReading } from '@ccu-gateway/gateway-core';
import type { Centrals } from '../centrals/centrals.js';
import type { Metrics } from './metrics.js';

export interface DiagnosticsDeps {
  readonly centrals: Pick<Centrals, 'all'>;
  readonly home: Pick<Home, 'devices' | 'dataPoint'>;
  readonly metrics: Metrics;
}

export function createDiagnostics({ centrals, home, metrics }: DiagnosticsDeps): DiagnosticsView {
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
            ...(status.lastEventAt === undefined ? {} : { lastCallbackAt: status.lastEventAt }),
          }),
        ),
    signals: (central) =>
      home
        .devices(central === undefined ? {} : { central })
        .map((device) => readingOf(home, device))
        .filter(({ rssiDevice, rssiPeer }) => rssiDevice !== null || rssiPeer !== null),
    metrics: () => metrics.text(),
  };
}

function readingOf(home: DiagnosticsDeps['home'], device: DeviceSummary): SignalReading {
  const { availability, central = '' } = device;
  const strength = (parameter: string) => {
    const point = home.dataPoint({ address: device.address, channel: 0, parameter, central });
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
