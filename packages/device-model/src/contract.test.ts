import { describe, expect, it } from 'vitest';
import { contractSchemas, hasContract } from '../test/contract.js';
import { linkState, REMOTE, readyHome, SWITCH, value } from '../test/house.js';
import { hasData, realHome } from '../test/real-devices.js';

describe.skipIf(!hasContract)('what is shown, against the published contract (CCU_GATEWAY_CONTRACT)', () => {
  const schema = hasContract ? contractSchemas() : () => () => [];

  it('conforms for devices, channels, data points, event groups, interfaces and the snapshot', () => {
    const { home } = readyHome();
    home.apply(value(`${SWITCH}:4`, 'STATE', true));
    home.apply(value(`${SWITCH}:1`, 'PRESS_SHORT', true));
    for (const address of [SWITCH, REMOTE]) {
      const device = home.device(address);
      expect(schema('DeviceDetail')(device.ok && device.value)).toEqual([]);
    }
    const groups = home.eventGroups({ address: SWITCH, channel: 1 });
    expect(groups.ok && groups.value.flatMap(schema('EventGroupSummary'))).toEqual([]);
    expect(home.interfaces().flatMap(schema('InterfaceState'))).toEqual([]);
    expect(home.centrals().flatMap(schema('SystemCCUEntry'))).toEqual([]);
    expect(schema('Snapshot')(home.snapshot({ include: ['data_points'] }))).toEqual([]);
    expect(schema('Snapshot')(home.snapshot({ include: ['channels'], anonymize: true }))).toEqual([]);
  });

  it('would be told what is wrong', () => {
    expect(schema('DeviceDetail')({})).toContain(" must have required property 'address'");
    const { home } = readyHome();
    const [device] = home.devices();
    expect(schema('DeviceSummary')({ ...device, available: 'yes' })).toEqual(['/available must be boolean']);
  });

  it('conforms for the payload of every event', () => {
    const { home, events } = readyHome();
    const all = [
      ...events,
      ...home.apply(value(`${SWITCH}:4`, 'STATE', true)),
      ...home.apply(value(`${SWITCH}:4`, 'STATE', false)),
      ...home.apply(value(`${SWITCH}:1`, 'PRESS_SHORT', true)),
      ...home.apply(linkState('disconnected')),
      ...home.removeCentral('ccu1'),
    ];
    const payloads: Readonly<Record<string, string>> = {
      'datapoint.value_changed': 'DataPointValueChangedPayload',
      'device.trigger': 'DeviceTriggerPayload',
      'device.removed': 'DeviceRemovedPayload',
      'central.readiness_changed': 'CentralReadinessChangedPayload',
      'central.state_changed': 'CentralStateChangedPayload',
      'connectivity.changed': 'HubConnectivityChangedPayload',
      'hub.metrics_changed': 'HubMetricChangedPayload',
      'system.status_changed': 'SystemStatusChangedPayload',
    };
    for (const event of all) {
      const name = payloads[event.type];
      if (name !== undefined) expect(schema(name)(event.payload), event.type).toEqual([]);
    }
    expect(all.filter((event) => payloads[event.type] !== undefined).length).toBeGreaterThan(10);
  });

  it.skipIf(!hasData)('conforms for every real type (CCU_GATEWAY_CCU_DATA)', () => {
    const home = realHome();
    expect(schema('Snapshot')(home.snapshot({ include: ['data_points'] }))).toEqual([]);
    for (const device of home.devices()) {
      const detail = home.device(device.address);
      expect(schema('DeviceDetail')(detail.ok && detail.value), device.model).toEqual([]);
    }
  });
});
