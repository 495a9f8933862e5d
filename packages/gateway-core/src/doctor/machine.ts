import { clockFinding } from '../health/clock.js';
import { type DoctorRule, ok, problem, warning } from './finding.js';

const MIB = 1024 * 1024;
/** The database and its journal need as much to take one more write. */
const FULL_BYTES = 8 * MIB;
const LOW_BYTES = 200 * MIB;

/** Checks the free space of the data directory. */
export const diskRule: DoctorRule = ({ disk }) => {
  if (disk === undefined) return [];
  const { path, freeBytes } = disk;
  const free = Math.floor(freeBytes / MIB);
  const facts = { path, free_bytes: freeBytes, free_mib: free };
  const what = `${free} MiB are free where ${path} lies`;
  const why = 'Without room nothing is kept: no account, no setting, no event over a restart.';
  const fix = {
    text: 'Delete files that are not needed, or give the data directory another disk.',
    setting: 'data_dir',
  };
  if (freeBytes < FULL_BYTES) return [problem({ id: 'disk.full', area: 'disk', what, why, fix, facts })];
  if (freeBytes < LOW_BYTES) return [warning({ id: 'disk.low', area: 'disk', what, why, fix, facts })];
  return [ok({ id: 'disk.room', area: 'disk', what, facts })];
};

/** Checks that the clock of this machine can be right. */
export const clockRule: DoctorRule = ({ now, lastStart }) => {
  const { note } = clockFinding(now, lastStart);
  const facts = {
    now: new Date(now).toISOString(),
    ...(lastStart === undefined ? {} : { last_start: new Date(lastStart).toISOString() }),
  };
  if (note === undefined)
    return [ok({ id: 'clock.possible', area: 'clock', what: 'the clock of this machine can be right', facts })];
  return [
    problem({
      id: 'clock.wrong',
      area: 'clock',
      what: note,
      why: 'Tokens, certificates and times of events are judged by it.',
      fix: { text: 'Set the clock, best by NTP.', command: 'timedatectl set-ntp true' },
      facts,
    }),
  ];
};

/** Checks that the gateway has its ports, or can have them. */
export const portsRule: DoctorRule = ({ ports }) =>
  ports.map(({ setting, host, port, state }) => {
    const where = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const facts = { setting, host, port, where };
    const why = 'The gateway does not start without it.';
    if (state === 'taken') {
      return problem({
        id: 'port.taken',
        area: 'ports',
        what: `another program listens on ${where}`,
        why,
        fix: { text: 'End that program, or set another port.', command: `ss -ltnp 'sport = :${port}'`, setting },
        facts,
      });
    }
    if (state === 'denied') {
      return problem({
        id: 'port.denied',
        area: 'ports',
        what: `this user may not listen on ${where}`,
        why,
        fix: { text: 'Set a port above 1023, and another address where this one is not of this machine.', setting },
        facts,
      });
    }
    if (state === 'no_address') {
      return problem({
        id: 'port.no_address',
        area: 'ports',
        what: `${host} is no address of this machine`,
        why,
        fix: { text: 'Set 0.0.0.0, or an address of this machine.', setting },
        facts,
      });
    }
    const what = state === 'own' ? `the gateway listens on ${where}` : `${where} is free`;
    return ok({ id: 'port.usable', area: 'ports', what, facts });
  });

/** The oldest Node that the gateway runs on. */
const OLDEST_NODE = [20, 19] as const;

/** Checks that this Node can run the gateway. */
export const nodeRule: DoctorRule = ({ node }) => {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const oldest = OLDEST_NODE.join('.');
  const facts = { node, oldest };
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) {
    return [ok({ id: 'version.node', area: 'versions', what: `Node ${node}`, facts })];
  }
  return [
    problem({
      id: 'version.node_too_old',
      area: 'versions',
      what: `Node ${node} is too old`,
      why: 'The gateway uses functions of newer ones.',
      fix: { text: `Install Node ${oldest} or newer.` },
      facts,
    }),
  ];
};
