import {
  ClosedError,
  Crypto,
  Endpoint,
  Entropy,
  Environment,
  Network,
  ServerNode,
  StorageService,
  SubscriptionsServer,
  VendorId,
} from '@matter/main';
import { AggregatorEndpoint } from '@matter/main/endpoints/aggregator';
import { DeviceCommissioner, FabricManager, SecureChannelProtocol, SessionManager } from '@matter/main/protocol';
import type { FabricIndex } from '@matter/main/types';
import type { BridgeClock, BridgePorts, MatterStore } from '../ports/ports.js';
import { BridgeStorageDriver } from './store-driver.js';

/** Test vendor and product of Matter for uncertified devices. */
export const VENDOR_ID = 0xfff1;
export const PRODUCT_ID = 0x8000;
const NODE_ID = 'bridge';
const AGGREGATOR_NUMBER = 1;

/** Identity of the bridge while it is added. */
export interface Identity {
  readonly passcode: number;
  readonly discriminator: number;
  /** Stays for ever: controllers tell bridges apart by it. */
  readonly uniqueId: string;
}

export interface NodeOptions {
  readonly store: BridgePorts['store'];
  readonly identity: Identity;
  readonly name: string;
  readonly version: string;
  readonly port: number;
  /** Simulated in tests. */
  readonly network?: Network | undefined;
  /** The last home was left: its data must be removed. */
  readonly onErase: () => void;
}

/** The node that controllers see, and the parts of the library that rule it. */
export interface BridgeNode {
  readonly server: ServerNode;
  readonly aggregator: Endpoint;
  readonly fabrics: FabricManager;
  readonly sessions: SessionManager;
  commissioner(): DeviceCommissioner;
  secureChannel(): SecureChannelProtocol;
}

/** Makes the node with its aggregator. It is not in the network yet. */
export async function createBridgeNode(options: NodeOptions): Promise<BridgeNode> {
  const environment = createEnvironment('matter-bridge', options.store, options.network);
  const { passcode, discriminator, uniqueId } = options.identity;

  /** Numbers of endpoints must outlive the last home, so the bridge removes the other data itself, and restarts. */
  class ForgettingNode extends ServerNode {
    override async erase(): Promise<void> {
      options.onErase();
    }
  }

  const server = await ForgettingNode.create({
    id: NODE_ID,
    environment,
    network: { port: options.port },
    // The window opens on a request of an administrator only.
    commissioning: { enabled: false, passcode, discriminator },
    productDescription: { name: options.name, deviceType: AggregatorEndpoint.deviceType },
    basicInformation: {
      vendorName: 'ccu-gateway',
      hardwareVersion: 1,
      softwareVersion: 1,
      vendorId: VendorId(VENDOR_ID),
      nodeLabel: options.name,
      productName: 'Matter bridge',
      productLabel: 'Matter bridge',
      productId: PRODUCT_ID,
      serialNumber: `S-${uniqueId}`.slice(0, 32),
      uniqueId,
      softwareVersionString: options.version,
    },
  });
  // Inactive until the first start of a node with a home: earlier subscriptions would not outlive the next restart.
  await server.act((agent) => agent.load(SubscriptionsServer));
  const aggregator = new Endpoint(AggregatorEndpoint, { id: 'aggregator', number: AGGREGATOR_NUMBER });
  await server.add(aggregator);
  return {
    server,
    aggregator,
    fabrics: server.env.get(FabricManager),
    sessions: server.env.get(SessionManager),
    commissioner: () => server.env.get(DeviceCommissioner),
    secureChannel: () => server.env.get(SecureChannelProtocol),
  };
}

/** As long as a controller that is there may take to answer the last report. */
const LAST_REPORTS_MS = 1000;

/** Closes the node. A silent controller delays it for a moment only; its subscriptions are stored. */
export async function closeBridgeNode({ server, sessions }: BridgeNode, clock: BridgeClock): Promise<void> {
  const cancel = clock.after(LAST_REPORTS_MS, () => {
    for (const { exchanges } of sessions.sessions) {
      // An error of an abandoned exchange has no effect any more.
      for (const exchange of [...exchanges])
        exchange.close(new ClosedError('The bridge is closed')).catch(() => undefined);
    }
  });
  try {
    await server.close();
  } finally {
    cancel();
  }
}

/** Leaves a home; resolves with true when the bridge belonged to it. */
export async function leaveFabric({ fabrics }: BridgeNode, index: number): Promise<boolean> {
  // A fabric index is a branded number of the library; here it is only compared.
  const fabric = fabrics.fabrics.find(({ fabricIndex }) => fabricIndex === (index as FabricIndex));
  if (fabric === undefined) return false;
  await fabric.leave();
  return true;
}

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
