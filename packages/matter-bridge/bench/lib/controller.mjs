// A process with a controller as a home has one: it adds the bridge, follows it, and tells when it heard what.
import { config } from '@matter/nodejs/config';
import { answerParent, sharedNow } from './answer.mjs';

config.loadProcessArgv = false;
config.loadProcessEnv = false;
config.loadConfigFile = false;
config.initializeStorage = false;
config.installFilesystem = false;
config.trapProcessSignals = false;

const { Environment, Logger, MemoryStorageDriver, ServerNode, StorageService } = await import('@matter/main');
Logger.level = 'error';
const environment = new Environment('controller', Environment.default);
const storage = new StorageService(environment);
storage.registerDriver(MemoryStorageDriver);
storage.defaultDriver = 'memory';
const node = await ServerNode.create({
  id: 'controller',
  environment,
  network: { port: Number(process.argv[2]) },
  commissioning: { enabled: false },
  controller: { adminFabricLabel: process.argv[3] },
});
await node.start();

const heard = [];
let reports = 0;

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
        reports += 1;
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
  reports() {
    const counted = reports;
    reports = 0;
    heard.length = 0;
    return counted;
  },
  async stop() {
    await node.close();
    setImmediate(() => process.exit(0));
  },
});
