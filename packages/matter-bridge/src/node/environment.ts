import { Crypto, Entropy, Environment, Network, StorageService } from '@matter/main';
import type { MatterStore } from '../ports/ports.js';
import { BridgeStorageDriver } from './store-driver.js';

/**
 * Environment of a node of the library, apart from other nodes of the process: its own storage, its own sockets for
 * mDNS. `network` replaces the one of the machine.
 */
export function createEnvironment(name: string, store: MatterStore, network: Network | undefined): Environment {
  const environment = new Environment(name);
  environment.set(Crypto, Environment.default.get(Crypto));
  environment.set(Entropy, Environment.default.get(Entropy));
  environment.set(Network, network ?? Environment.default.get(Network));
  const storage = new StorageService(environment);
  storage.registerDriver({
    id: BridgeStorageDriver.id,
    create() {
      const driver = new BridgeStorageDriver(store);
      driver.initialize();
      return driver;
    },
  });
  storage.defaultDriver = BridgeStorageDriver.id;
  return environment;
}
