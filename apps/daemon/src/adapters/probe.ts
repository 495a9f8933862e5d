import { connect } from 'node:net';
import { type CcuLook, lookAtCcu, placeOf, profileOf } from '@ccu-gateway/ccu-client';
import type { CentralProbe } from '@ccu-gateway/gateway-core';
import { defined } from '@ccu-gateway/gateway-core/parts';
import { addressOf } from '../centrals/address.js';
import type { CentralConfig } from '../config/index.js';

const TIMEOUT_MS = 3_000;

/**
 * Knocks at every port the gateway would use and, where a user name is given, signs in once to read what the CCU is. Nothing
 * else is sent: a probe must not change a CCU.
 */
export async function probeCentral(config: CentralConfig, signal: AbortSignal): Promise<CentralProbe> {
  const { username, ...address } = addressOf(config);
  const [doors, look] = await Promise.all([
    knock(config, signal),
    username === undefined ? undefined : lookAtCcu({ ...address, username }, { signal }),
  ]);
  return { ...doors, ...(look === undefined ? {} : foundBy(look)) };
}

const LOGINS = {
  none: 'unreachable',
  open: 'accepted',
  failing: 'accepted',
  login_refused: 'refused',
  too_many_sessions: 'too_many_sessions',
  logic_layer_away: 'starting',
  absent: 'not_needed',
  unreachable: 'unreachable',
} as const satisfies Record<CcuLook['session'], CentralProbe['login']>;

function foundBy({ session, info }: CcuLook): Omit<CentralProbe, 'reachable'> {
  const { serial, model, version, interfaces = [] } = info ?? {};
  return {
    login: LOGINS[session],
    ...defined({ serial, model, version }),
    ...(interfaces.length === 0 ? {} : { interfaces: interfaces.map(({ type }) => type) }),
  };
}

async function knock(config: CentralConfig, signal: AbortSignal): Promise<Pick<CentralProbe, 'reachable' | 'note'>> {
  const { interfaces, host, tls = false } = addressOf(config);
  const doors = [
    { name: 'the web interface', host, port: config.json_rpc_port || (tls ? 443 : 80) },
    ...interfaces.flatMap((spec) => {
      const profile = profileOf(spec);
      return profile === undefined ? [] : [{ name: spec.name, ...placeOf(spec, profile, { host, tls }) }];
    }),
  ];
  const answers = await Promise.all(doors.map((door) => answersAt(door.host, door.port, signal)));
  const closed = doors.filter((_, index) => answers[index] === false);
  if (closed.length === 0) return { reachable: true };
  const names = closed.map(({ name, port }) => `${name} (port ${port})`).join(', ');
  const note =
    closed.length === doors.length
      ? `Nothing answers at ${config.host}: check the host, the network and the firewall of the CCU`
      : `No answer from ${names}: check whether it is switched on and allowed by the firewall of the CCU`;
  return { reachable: false, note };
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
