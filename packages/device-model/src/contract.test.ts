import { describe, expect, it } from 'vitest';
import { contractSchemas, hasContract } from '../test/contract.js';
import { connectionState, REMOTE, readyHouse, SWITCH, value } from '../test/house.js';
import { hasData, realHouse } from '../test/real-devices.js';

describe.skipIf(!hasContract)('shown data, against the published contract (CCU_GATEWAY_CONTRACT)', () => {
  const schema = hasContract ? contractSchemas() : () => () => [];

  it('conforms for devices, channels, data points, event groups, interfaces and the snapshot', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    house.apply(value(`${SWITCH}:1`, 'PRESS_SHORT', true));
    for (const address of [SWITCH, REMOTE]) {
      const device = house.device(address);
      expect(schema('DeviceDetail')(device.ok && device.value)).toEqual([]);
    }
    const groups = house.eventGroups({ address: SWITCH, channel: 1 });
    expect(groups.ok && groups.value.flatMap(schema('EventGroupSummary'))).toEqual([]);
    expect(house.interfaces().flatMap(schema('InterfaceState'))).toEqual([]);
    expect(house.centrals().flatMap(schema('SystemCCUEntry'))).toEqual([]);
    expect(schema('Snapshot')(house.snapshot({ include: ['data_points'] }))).toEqual([]);
    expect(schema('Snapshot')(house.snapshot({ include: ['channels'], anonymize: true }))).toEqual([]);
  });

  it('fails with the faults of a wrong body', () => {
    expect(schema('DeviceDetail')({})).toContain(" must have required property 'address'");
    const { house } = readyHouse();
    const [device] = house.devices();
    expect(schema('DeviceSummary')({ ...device, available: 'yes' })).toEqual(['/available must be boolean']);
  });

  it('conforms for the payload of every event', () => {
    const { house, events } = readyHouse();
    const all = [
      ...events,
      ...house.apply(value(`${SWITCH}:4`, 'STATE', true)),
      ...house.apply(value(`${SWITCH}:4`, 'STATE', false)),
      ...house.apply(value(`${SWITCH}:1`, 'PRESS_SHORT', true)),
      ...house.apply(connectionState('disconnected')),
      ...house.removeCentral('ccu1'),
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
    const house = realHouse();
    expect(schema('Snapshot')(house.snapshot({ include: ['data_points'] }))).toEqual([]);
    for (const device of house.devices()) {
      const detail = house.device(device.address);
      expect(schema('DeviceDetail')(detail.ok && detail.value), device.model).toEqual([]);
    }
  });
});
