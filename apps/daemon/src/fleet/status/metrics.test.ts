import { createHouseModel } from '@ccu-gateway/device-model';
import { createEventStream } from '@ccu-gateway/event-stream';
import type { GatewaysFigures } from '@ccu-gateway/gateway-core/use-cases';
import { expect, it } from 'vitest';
import { createMetrics } from '../../adapters/metrics.js';
import { declareFleet } from './metrics.js';

it('figures of the fleet are there, without those that only a broker knows that does not answer', async () => {
  const events = createEventStream();
  let figures: GatewaysFigures = {
    outage: false,
    logPending: 3,
    logLag: 5,
    members: { compatible: 2, incompatible: 1 },
    centrals: [
      { central: 'cabin', held: false, holderKnown: true, known: false },
      { central: 'home', held: true, token: 41, holderKnown: true, known: true },
    ],
    calls: { answered: 7, failed: 1, unknown: 0 },
  };
  const house = createHouseModel();
  const metrics = createMetrics({
    ...{ house, events, version: '1' },
    declareMore: (gauge) => declareFleet(gauge, { figures: () => figures }),
  });
  const shown = async () =>
    (await metrics.text()).text
      .split('\n')
      .filter((line) => line.startsWith('ccu_gateway_fleet'))
      .map((line) => line.replace('ccu_gateway_fleet_', ''));
  expect(await shown()).toEqual([
    'outage 0',
    'log_pending 3',
    'log_lag 5',
    'members{compatible="true"} 2',
    'members{compatible="false"} 1',
    'lease_held{central="cabin"} 0',
    'lease_held{central="home"} 1',
    'lease_token{central="home"} 41',
    'holder_known{central="cabin"} 1',
    'holder_known{central="home"} 1',
    'central_known{central="cabin"} 0',
    'central_known{central="home"} 1',
    'calls{outcome="answered"} 7',
    'calls{outcome="failed"} 1',
    'calls{outcome="unknown"} 0',
  ]);
  figures = { outage: true, logPending: 9, centrals: [{ central: 'cabin', held: false, known: true }] };
  expect(await shown()).toEqual([
    'outage 1',
    'log_pending 9',
    'log_lag Nan',
    'lease_held{central="cabin"} 0',
    'central_known{central="cabin"} 1',
  ]);
  const alone = createMetrics({ house, events, version: '1' });
  expect((await alone.text()).text).not.toContain('fleet');
  await events.close();
});
