import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { createEventStream } from '@ccu-gateway/event-stream';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.js';

const AT = 1_700_000_000_000;

function startHouse() {
  const house = createHouseModel({ now: () => AT });
  house.addCentral('ccu1', { host: '192.168.1.10', interfaces: [factsOf('HmIP-RF')], serial: 'NEQ0123456' });
  return house;
}

it('figures are those of the moment of the question', async () => {
  const house = startHouse();
  const events = createEventStream();
  const metrics = createMetrics({ house, events, version: '1.2.3' });
  const first = (await metrics.text()).text;
  expect(first).toContain('ccu_gateway_info{version="1.2.3"} 1');
  expect(first).toContain('ccu_gateway_interface_connected{central="ccu1",interface="HmIP-RF"} 0');
  house.apply({
    type: 'link_state',
    central: 'ccu1',
    interfaceName: 'HmIP-RF',
    at: AT,
    previous: 'loading',
    status: { central: 'ccu1', interfaceName: 'HmIP-RF', state: 'connected', connected: true, dutyCycle: 12 },
  });
  const second = (await metrics.text()).text;
  expect(second).toContain('ccu_gateway_interface_connected{central="ccu1",interface="HmIP-RF"} 1');
  expect(second).toContain('ccu_gateway_interface_duty_cycle_percent{central="ccu1",interface="HmIP-RF"} 12');
  house.removeCentral('ccu1');
  expect((await metrics.text()).text).not.toContain('central="ccu1"');
  await events.close();
});
