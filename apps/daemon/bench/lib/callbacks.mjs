// Events of one data point as a CCU sends them to a gateway, each other than the one before.
import { Agent, request } from 'node:http';
import { encodeXmlRpcCall } from '@ccu-gateway/ccu-client/wire';

export const INTERFACE = 'HmIP-RF';
export const DEVICE = '00F1C0DE000001';
export const TOPIC = `device.${DEVICE}.channels.1.data_points.ACTUAL_TEMPERATURE`;

/** Sends to who has registered last at a simulated CCU, in one call; `send` resolves when it was taken. */
export function createCallbacks(simulator) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let temperature = 0;

  function eventsOf(interfaceId, count) {
    const calls = Array.from({ length: count }, () => {
      temperature = (temperature + 0.1) % 50;
      const params = [interfaceId, `${DEVICE}:1`, 'ACTUAL_TEMPERATURE', Math.round(temperature * 10) / 10 + 0.04];
      return { methodName: 'event', params };
    });
    return Buffer.from(encodeXmlRpcCall('system.multicall', [calls]));
  }

  return {
    send(count) {
      const { url, interfaceId } = simulator.registrations().findLast((each) => each.interfaceName === INTERFACE);
      const body = eventsOf(interfaceId, count);
      const headers = { 'content-type': 'text/xml', 'content-length': body.length };
      return new Promise((settle, fail) => {
        const outgoing = request(url, { method: 'POST', agent, headers }, (answer) => {
          answer.resume();
          answer.once('end', settle);
        });
        outgoing.once('error', fail);
        outgoing.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

const sorted = (values) => values.toSorted((a, b) => a - b);
/** Of some times, in tenths. */
export const quantile = (values, part) => Math.round(sorted(values)[Math.floor(values.length * part)] * 10) / 10;
