import type { CcuLook } from '@ccu-gateway/ccu-client';
import type { CentralProbe } from '../ports/centrals.js';
import { defined } from '../use-case/defined.js';

/** A port that the gateway would use. */
export interface Door {
  readonly name: string;
  readonly port: number;
  readonly answers: boolean;
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

/**
 * Report about the address of a CCU, with a hint. `look` is absent without a user name.
 *
 * @example
 * const { reachable, note } = probeReport('192.0.2.1', [{ name: 'HmIP-RF', port: 2010, answers: false }], undefined);
 */
export function probeReport(host: string, doors: readonly Door[], look: CcuLook | undefined): CentralProbe {
  return { ...reachability(host, doors), ...(look === undefined ? {} : foundBy(look)) };
}

function foundBy({ session, info }: CcuLook): Omit<CentralProbe, 'reachable'> {
  const { serial, model, version, interfaces = [] } = info ?? {};
  return {
    login: LOGINS[session],
    ...defined({ serial, model, version }),
    ...(interfaces.length === 0 ? {} : { interfaces: interfaces.map(({ type }) => type) }),
  };
}

function reachability(host: string, doors: readonly Door[]): Pick<CentralProbe, 'reachable' | 'note'> {
  const closed = doors.filter(({ answers }) => !answers);
  if (closed.length === 0) return { reachable: true };
  const names = closed.map(({ name, port }) => `${name} (port ${port})`).join(', ');
  const note =
    closed.length === doors.length
      ? `Nothing answers at ${host}: check the host, the network and the firewall of the CCU`
      : `No answer from ${names}: check whether it is switched on and allowed by the firewall of the CCU`;
  return { reachable: false, note };
}
