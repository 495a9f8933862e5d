// A controller of Matter as a home has one, for processes of tests and benchmarks. It keeps nothing, and its library takes nothing of the
// process for its own, as in `src/library/configure.ts`.
import { config } from '@matter/nodejs/config';

const TAKES = [
  'loadProcessArgv',
  'loadProcessEnv',
  'loadConfigFile',
  'initializeStorage',
  'installFilesystem',
  'trapProcessSignals',
  'trapUnhandledErrors',
];
for (const each of TAKES) config[each] = false;

// Not before it is configured.
const matter = await import('@matter/main');
const {
  Crypto,
  Entropy,
  Environment,
  Logger,
  LogDestination,
  MemoryStorageDriver,
  Network,
  ServerNode,
  StorageService,
} = matter;
export const { NetworkClient } = matter;

/** Starts it; the library writes to stderr what is as bad as `level`. */
export async function startControllerNode({ label, port, level = 'warn' }) {
  Logger.level = level;
  Logger.destinations.default = LogDestination({ name: 'default', write: (line) => process.stderr.write(`${line}\n`) });
  const environment = new Environment('controller');
  for (const part of [Crypto, Entropy, Network]) environment.set(part, Environment.default.get(part));
  const storage = new StorageService(environment);
  storage.registerDriver(MemoryStorageDriver);
  storage.defaultDriver = MemoryStorageDriver.id;
  const node = await ServerNode.create({
    id: 'controller',
    environment,
    network: { port: Number(port) },
    commissioning: { enabled: false },
    controller: { adminFabricLabel: label },
  });
  await node.start();
  return node;
}
