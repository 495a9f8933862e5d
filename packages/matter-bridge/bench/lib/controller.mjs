// A process with a controller as a home has one: it adds the bridge, follows it, and tells when it heard what.
import { startControllerNode } from '../../test/network/controller-node.mjs';
import { answerParent, sharedNow } from './answer.mjs';

const [port, label] = process.argv.slice(2);
const node = await startControllerNode({ label, port, level: 'error' });

const heard = [];

const untilDefined = async (look) => {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
const endpointOf = (number) =>
  untilDefined(() => [...[...node.peers][0].endpoints].find((each) => each.number === number && 'onOff' in each.state));

answerParent({
  async commission(pairingCode) {
    const began = performance.now();
    await node.peers.commission({ pairingCode });
    return performance.now() - began;
  },
  /** Listens to the endpoints of these numbers. */
  async follow({ first, count }) {
    for (let number = first; number < first + count; number += 1) {
      const endpoint = await endpointOf(number);
      endpoint.eventsOf('onOff').onOff$Changed.on((value) => {
        heard.push({ number, value, at: sharedNow() });
      });
    }
  },
  /** When the endpoint was heard to be this, since the last question. */
  async heard({ number, value }) {
    const found = await untilDefined(() => heard.find((each) => each.number === number && each.value === value));
    heard.length = 0;
    return found.at;
  },
  /** What was heard since the last question. */
  reports: () => heard.splice(0),
  async stop() {
    await node.close();
    setImmediate(() => process.exit(0));
  },
});
