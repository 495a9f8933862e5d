import { connect } from 'node:net';
import type { CentralProbe } from '@ccu-gateway/gateway-core';
import type { CentralConfig } from '../config/index.js';

const TIMEOUT_MS = 3_000;
const PORTS: Readonly<Record<string, number>> = {
  'HmIP-RF': 2010,
  'BidCos-RF': 2001,
  'BidCos-Wired': 2000,
  VirtualDevices: 9292,
  CUxD: 8701,
};
const TLS_OFFSET = 40_000;

/** Knocks at every port the gateway would use. Nobody is asked anything: a probe must not change a CCU. */
export async function probeCentral(config: CentralConfig, signal: AbortSignal): Promise<CentralProbe> {
  const doors = [
    { name: 'the web interface', port: config.json_rpc_port || (config.tls ? 443 : 80) },
    ...config.interfaces.map(({ name, port }) => ({ name, port: portOf(config, name, port) })),
  ];
  const answers = await Promise.all(doors.map(({ port }) => answersAt(config.host, port, signal)));
  const closed = doors.filter((_, index) => answers[index] === false);
  if (closed.length === 0) return { reachable: true };
  const names = closed.map(({ name, port }) => `${name} (port ${port})`).join(', ');
  const note =
    closed.length === doors.length
      ? `Nothing answers at ${config.host}: check the host, the network and the firewall of the CCU`
      : `No answer from ${names}: check whether it is switched on and allowed by the firewall of the CCU`;
  return { reachable: false, note };
}

function portOf(
  config: CentralConfig,
  name: CentralConfig['interfaces'][number]['name'],
  own: number | undefined,
): number {
  const chosen = config.ports[name] ?? own ?? config.port;
  if (chosen !== 0) return chosen;
  return (PORTS[name] ?? 0) + (config.tls && name !== 'CUxD' ? TLS_OFFSET : 0);
}

function answersAt(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (answered: boolean) => {
      signal.removeEventListener('abort', gone);
      socket.destroy();
      resolve(answered);
    };
    const gone = () => end(false);
    socket.setTimeout(TIMEOUT_MS, gone);
    socket.once('connect', () => end(true));
    socket.once('error', gone);
    signal.addEventListener('abort', gone);
  });
}
