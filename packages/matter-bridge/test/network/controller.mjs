// A controller of Matter in a process of its own, as a home has one. It takes a JSON object a line, `{ id, do, ...arguments }`, and
// answers each with `{ id, ok }` or `{ id, error, code }`; `{ told }` lines say what happened by itself.
import { createInterface } from 'node:readline';
import { NetworkClient, startControllerNode } from './controller-node.mjs';

const [label = 'Test home', port = '5540', level] = process.argv.slice(2);
const node = await startControllerNode({ label, port, level });

const say = (line) =>
  process.stdout.write(
    `${JSON.stringify(line, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))}\n`,
  );
const peer = () => [...node.peers][0];
const pause = () => new Promise((settle) => setTimeout(settle, 5));

/** Looks until there is something: what the library does is not told by one event. */
async function until(look) {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await pause();
  }
}

const endpointOf = (number) => until(() => [...peer().endpoints].find((each) => each.number === number));

const commands = {
  commission: ({ code }) => node.peers.commission({ pairingCode: code }).then(() => true),
  endpoints: () =>
    [...peer().endpoints].map(({ number, state }) => ({
      number,
      types: state.descriptor?.deviceTypeList?.map(({ deviceType }) => deviceType) ?? [],
      clusters: state.descriptor?.serverList ?? [],
      parts: state.descriptor?.partsList ?? [],
      serial: state.bridgedDeviceBasicInformation?.serialNumber,
    })),
  async command({ endpoint, cluster, command, args }) {
    await (await endpointOf(endpoint)).commandsOf(cluster)[command](args);
    return true;
  },
  /** Answers when the attribute is this; nothing is read for it. */
  hears: ({ endpoint, cluster, attribute, value }) =>
    until(() => {
      const found = [...peer().endpoints].find((each) => each.number === endpoint);
      return found?.state[cluster]?.[attribute] === value ? true : undefined;
    }),
  misses: ({ endpoint }) =>
    until(() => ([...peer().endpoints].some(({ number }) => number === endpoint) ? undefined : true)),
  subscription() {
    const { activeSubscription } = peer().behaviors.internalsOf(NetworkClient);
    return { active: activeSubscription?.active?.value, id: activeSubscription?.subscriptionId };
  },
};

createInterface({ input: process.stdin })
  .on('line', async (line) => {
    const { id, do: name, ...args } = JSON.parse(line);
    try {
      say({ id, ok: await commands[name](args) });
    } catch (error) {
      say({ id, error: String(error?.message ?? error), code: error?.code });
    }
  })
  .on('close', () => node.close().finally(() => process.exit(0)));
say({ told: 'ready' });
