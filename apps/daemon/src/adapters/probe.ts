import { connect } from 'node:net';
import { lookAtCcu, placeOf, profileOf } from '@ccu-gateway/ccu-client';
import { type Door, probeReport } from '@ccu-gateway/gateway-core/parts';
import type { CentralProbe } from '@ccu-gateway/gateway-core/use-cases';
import { addressOf } from '../centrals/address.js';
import type { CentralConfig } from '../config/index.js';

const TIMEOUT_MS = 3_000;

/**
 * Knocks at every port the gateway would use and, with a user name, signs in once to read model and version of the CCU.
 * Nothing else is sent: a probe must not change a CCU.
 */
export async function probeCentral(config: CentralConfig, signal: AbortSignal): Promise<CentralProbe> {
  const { username, ...address } = addressOf(config);
  const [doors, look] = await Promise.all([
    knock(config, signal),
    username === undefined ? undefined : lookAtCcu({ ...address, username }, { signal }),
  ]);
  return probeReport(config.host, doors, look);
}

async function knock(config: CentralConfig, signal: AbortSignal): Promise<readonly Door[]> {
  const { interfaces, host, tls = false } = addressOf(config);
  const doors = [
    { name: 'the web interface', host, port: config.json_rpc_port || (tls ? 443 : 80) },
    ...interfaces.flatMap((spec) => {
      const profile = profileOf(spec);
      return profile === undefined ? [] : [{ name: spec.name, ...placeOf(spec, profile, { host, tls }) }];
    }),
  ];
  return await Promise.all(
    doors.map(async (door) => ({ ...door, answers: await answersAt(door.host, door.port, signal) })),
  );
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
    socket.on('error', gone);
    signal.addEventListener('abort', gone);
  });
}
