// A simulated CCU in a process of its own, so that its work is not counted as ours. On command it sends batches of events
// to any address, all different from the ones before, each when the one before was answered. Its first argument is JSON:
// `devices` (default 500), `interfaces` (default HmIP-RF; `null` for all), `ofOwnTypes` (each device has a type of its
// own) and `answerMs` (the time of an interface process for one call; it works on one call at a time).
import { Agent, request } from 'node:http';
import { encodeXmlRpcCall } from '@ccu-gateway/ccu-client/wire';
import { largeHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { withOwnTypes } from './own-types.mjs';
import { openSlowPorts } from './slow-ports.mjs';

const INTERFACE = 'HmIP-RF';
const BATCH = 20;
const BODIES = 500;
const READ_AND_EVENT = 5;

const given = JSON.parse(process.argv[2] ?? '{}');
const { devices = 500, interfaces = [INTERFACE], ofOwnTypes = false, answerMs = 0 } = given;
const house = largeHouse(devices);
const simulator = await startSimulator({
  ...(interfaces === null ? {} : { interfaces }),
  house: ofOwnTypes ? withOwnTypes(house) : house,
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Data points that count up and down: numbers without special meaning. */
const points = simulator.house.devices(INTERFACE).flatMap(({ channels }) =>
  channels.flatMap(({ description: { ADDRESS: address } }) =>
    Object.entries(simulator.house.descriptions(address).VALUES ?? {})
      .filter(([, { TYPE, OPERATIONS }]) => TYPE === 'FLOAT' && (OPERATIONS & READ_AND_EVENT) === READ_AND_EVENT)
      .map(([parameter, { MIN: min }]) => ({ address, parameter, min: Number(min) })),
  ),
);
const used = points.filter((_, index) => index % Math.ceil(points.length / 1000) === 0);

/** An event alone is no multicall. */
const encoded = (calls) =>
  Buffer.from(
    calls.length === 1
      ? encodeXmlRpcCall(calls[0].methodName, calls[0].params)
      : encodeXmlRpcCall('system.multicall', [calls]),
  );

function bodiesFor(id, batch) {
  let event = 0;
  const lasts = [];
  const bodies = Array.from({ length: (BODIES * BATCH) / batch }, () => {
    const calls = Array.from({ length: batch }, () => {
      const { address, parameter, min } = used[event % used.length];
      const value = min + (Math.floor(event / used.length) % 97) / 100 + 0.005;
      event += 1;
      lasts[Math.ceil(event / batch) - 1] = { address, parameter, value };
      return { methodName: 'event', params: [id, address, parameter, value] };
    });
    return encoded(calls);
  });
  return { bodies, lasts };
}

function post({ hostname, port, pathname }, body) {
  return new Promise((settle, fail) => {
    const headers = { 'content-type': 'text/xml', 'content-length': body.length };
    const outgoing = request({ agent, hostname, port, path: pathname, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', settle);
    });
    outgoing.once('error', fail);
    outgoing.end(body);
  });
}

/**
 * Without `url` to who is registered; without `perSecond` as fast as they are taken. For `seconds` or until `events` are sent, so
 * many in a call as `batch`.
 */
async function send({ seconds = Number.POSITIVE_INFINITY, events = Number.POSITIVE_INFINITY, perSecond, ...to }) {
  const registration = simulator.registrations().find(({ interfaceName }) => interfaceName === INTERFACE);
  const target = new URL(to.url ?? registration.url);
  const batch = to.batch ?? BATCH;
  const { bodies, lasts } = bodiesFor(registration.interfaceId, batch);
  const startedAt = performance.now();
  let batches = 0;
  for (;;) {
    const elapsed = performance.now() - startedAt;
    if (elapsed >= seconds * 1000 || batches * batch >= events) break;
    if (perSecond !== undefined && batches * batch >= (elapsed / 1000) * perSecond) {
      await new Promise((settle) => setTimeout(settle, 1));
    } else {
      await post(target, bodies[batches % bodies.length]);
      batches += 1;
    }
  }
  const last = lasts[(batches - 1) % bodies.length];
  return { sent: batches * batch, seconds: (performance.now() - startedAt) / 1000, last };
}

process.on('message', async (command) => process.send(await send(command)));
process.once('disconnect', () => process.exit());
const served = simulator.interfaces.flatMap((name) => simulator.house.devices(name)).filter(({ ready }) => ready);
process.send({
  interfaces: simulator.interfaces,
  ports: answerMs === 0 ? simulator.ports : await openSlowPorts(simulator, answerMs),
  devices: served.length,
});
