import type { Red } from '../red/red.js';
import { operationOf, pointOf, writableOf } from './fields.js';
import { gatewayOf } from './gateway-of.js';
import { serveInputs } from './inputs.js';
import { registerNode } from './register.js';

/** The node that reads and writes one data point. */
export function registerValue(red: Red): void {
  registerNode(red, 'ccu-gateway-value', (work) => {
    const { config, connection } = work;
    serveInputs(work, async (message, signal) => {
      const operation = operationOf(message, config, ['get', 'set']);
      const { central, device, channel, parameter } = pointOf(message, config);
      const gateway = gatewayOf(connection);
      const at = { path: { addr: device, no: channel, param: parameter }, query: { central }, signal };
      const answer = { topic: `${device}:${channel}/${parameter}`, operation, device, channel, parameter };
      if (operation === 'set') {
        await gateway.call('setDataPointValue', { ...at, body: { value: writableOf(message) } });
        return answer;
      }
      const dataPoint = await gateway.call('getDataPoint', at);
      return { ...answer, payload: dataPoint.value, dataPoint };
    });
  });
}
