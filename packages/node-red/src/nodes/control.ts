import type { Red } from '../red/red.js';
import { RefusedMessage } from '../words/failure-words.js';
import { centralOf, neededField } from './fields.js';
import { gatewayOf } from './gateway-of.js';
import { serveInputs } from './inputs.js';
import { registerNode } from './register.js';

/** Reads the state, instead of an operation of the custom data point. */
const GET = 'get';

/** The node that operates a custom data point: a light, a cover, a thermostat, a lock. */
export function registerControl(red: Red): void {
  registerNode(red, 'ccu-gateway-control', (work) => {
    const { config, connection } = work;
    serveInputs(work, async (message, signal) => {
      const device = neededField(message, config, 'device');
      const name = neededField(message, config, 'control');
      const operation = neededField(message, config, 'operation');
      const query = { central: centralOf(message, config, 'device') };
      const gateway = gatewayOf(connection);
      const answer = { topic: `${device}/${name}`, device, control: name, operation };
      if (operation !== GET) {
        const params = parametersOf(message.payload);
        await gateway.call('invokeCustomDataPoint', {
          path: { addr: device, name, operation },
          query,
          body: { params },
          signal,
        });
        return answer;
      }
      const control = await gateway.call('getCustomDataPoint', { path: { addr: device, name }, query, signal });
      return { ...answer, payload: control.state };
    });
  });
}

/** The parameters of an operation; a payload that a button or a timer sends is none. */
function parametersOf(payload: unknown): Readonly<Record<string, unknown>> {
  if (typeof payload !== 'object' || payload === null) return {};
  if (Array.isArray(payload)) throw new RefusedMessage('parameters');
  return payload as Readonly<Record<string, unknown>>;
}
