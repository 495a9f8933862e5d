import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';

/** Obstacle for the bridge in the network of the machine. */
export type Refusal = 'port_taken' | 'no_ipv6' | 'mdns_taken' | 'no_multicast';

/** Missing feature of the network of the machine. The bridge runs without, and few controllers find it. */
export type Lack = 'no_ipv6' | 'no_link_local';

/** The network of the machine, as far as the bridge depends on it. */
export interface Machine {
  /** Tries the steps of a start; undefined without an obstacle. */
  refusal(port: number): Promise<Refusal | undefined>;
  lack(): Lack | undefined;
}

const MDNS_PORT = 5353;
const MDNS_GROUP = 'ff02::fb';
const NO_IPV6: ReadonlySet<string> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EPROTONOSUPPORT']);

/**
 * The network of this machine. The library shares no port and reports no mDNS without incoming packets, so both are
 * tried before.
 */
export function thisMachine(): Machine {
  return {
    async refusal(port) {
      const own = await tryPort({ port, shared: false });
      if (own !== undefined) return NO_IPV6.has(own) ? 'no_ipv6' : 'port_taken';
      const mdns = await tryPort({ port: MDNS_PORT, shared: true, groups: linkLocal().map(({ name }) => name) });
      if (mdns === 'no_group') return 'no_multicast';
      return mdns === undefined ? undefined : 'mdns_taken';
    },
    lack() {
      if (linkLocal().length > 0) return undefined;
      return addresses().some(({ family }) => family === 'IPv6') ? 'no_link_local' : 'no_ipv6';
    },
  };
}

const addresses = () =>
  Object.entries(networkInterfaces()).flatMap(([name, each = []]) => each.map((address) => ({ name, ...address })));

const linkLocal = () =>
  addresses().filter(({ internal, family, address }) => !internal && family === 'IPv6' && address.startsWith('fe80:'));

/** The code of the error where the port cannot be listened on; `no_group` where none of the interfaces joins mDNS. */
function tryPort(options: {
  readonly port: number;
  readonly shared: boolean;
  readonly groups?: readonly string[];
}): Promise<string | undefined> {
  const { port, shared, groups = [] } = options;
  const socket = createSocket({ type: 'udp6', ipv6Only: true, reuseAddr: shared });
  return new Promise((resolve) => {
    let isOver = false;
    const end = (found: string | undefined) => {
      if (isOver) return;
      isOver = true;
      socket.close(() => resolve(found));
    };
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'unknown'));
    socket.bind(port, '::', () => {
      const isHeard =
        groups.length === 0 || groups.some((name) => joins(() => socket.addMembership(MDNS_GROUP, `::%${name}`)));
      end(isHeard ? undefined : 'no_group');
    });
  });
}

function joins(join: () => void): boolean {
  try {
    join();
    return true;
  } catch {
    return false;
  }
}
