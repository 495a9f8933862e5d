import { type ClientNode, type Network, ServerNode } from '@matter/main';
import { ControllerCommissioner } from '@matter/main/protocol';
import { createEnvironment } from '../src/node/bridge-node.js';
import { memoryStore } from './memory-store.js';

type Values = Readonly<Record<string, unknown>>;

/** A controller as a home has one, without a home around it. */
export interface Controller {
  /** Adds the bridge to its home. */
  commission(manualCode: string): Promise<void>;
  /** Tries this passcode at the bridge that has this address, as the first step of adding it. */
  guess(passcode: number, ip: string): Promise<void>;
  /** The bridge as the controller knows it. */
  readonly peer: () => ClientNode;
  /** What it knows of the endpoint of this number. */
  endpoint(number: number): Promise<RemoteEndpoint>;
  /** Resolves when it knows no endpoint of this number any more. */
  misses(number: number): Promise<void>;
  close(): Promise<void>;
}

/** An endpoint as a controller uses it; the clusters are known by name only. */
export interface RemoteEndpoint {
  state(cluster: string): Values;
  /** Resolves when the attribute is this; the controller heard it by its subscription. */
  hears(cluster: string, attribute: string, value: unknown): Promise<void>;
  command(cluster: string, command: string, args?: Values): Promise<void>;
}

export async function createController(network: Network | undefined, label = 'Test home'): Promise<Controller> {
  const node = await ServerNode.create({
    id: 'controller',
    environment: createEnvironment('controller', memoryStore(), network),
    commissioning: { enabled: false },
    controller: { adminFabricLabel: label },
  } as never);
  await node.start();
  const peer = (): ClientNode => {
    const [first] = [...node.peers];
    if (first === undefined) throw new Error('the controller knows no bridge');
    return first;
  };
  return {
    async commission(pairingCode) {
      await node.peers.commission({ pairingCode } as never);
    },
    async guess(passcode, ip) {
      await node.env
        .get(ControllerCommissioner)
        .establishPase({ addresses: [{ type: 'udp', ip, port: 5540 }], passcode });
    },
    peer,
    async endpoint(number) {
      const endpoint = await untilDefined(() => [...peer().endpoints].find((each) => each.number === number));
      const state = (cluster: string) => (endpoint.state as unknown as Record<string, Values>)[cluster] ?? {};
      return {
        state,
        async hears(cluster, attribute, value) {
          await untilDefined(() => (state(cluster)[attribute] === value ? true : undefined));
        },
        async command(cluster, command, args) {
          const commands = endpoint.commandsOf as unknown as (
            of: string,
          ) => Record<string, (args?: Values) => Promise<void>>;
          await commands.call(endpoint, cluster)[command]?.(args);
        },
      };
    },
    async misses(number) {
      await untilDefined(() => ([...peer().endpoints].some((each) => each.number === number) ? undefined : true));
    },
    close: () => node.close(),
  };
}

/** Looks in every turn: what the library does is not told by one event. */
export async function untilDefined<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((settle) => setImmediate(settle));
  }
}
