import type { CcuExamination, InterfaceExamination } from '@ccu-gateway/ccu-client';
import type { CentralFacts, ConnectionFacts, DataDirectoryFacts, DoctorFacts } from '../ports/doctor.js';

const NOW = Date.UTC(2026, 5, 1);
const HOST = '192.0.2.10';
const HERE = '192.0.2.20';

const INTERFACE: InterfaceExamination = {
  name: 'HmIP-RF',
  host: HOST,
  port: 2010,
  tls: false,
  outcome: 'ok',
  answerMs: 12,
  listed: true,
  refusedCalls: [],
  modules: [],
  unreachable: [],
  announced: { url: `http://${HERE}:9123/`, from: 'detected' },
  loop: { ok: true, rttMs: 7 },
  events: 0,
};

const EXAMINATION: CcuExamination = {
  host: HOST,
  patienceMs: 5_000,
  addresses: [HOST],
  localAddress: HERE,
  web: 'ok',
  webMs: 20,
  clockSkewMs: 0,
  session: 'open',
  sessionLost: false,
  isAdministrator: true,
  scripts: 'ok',
  scriptPort: 'unused',
  names: { outcome: 'ok', devices: ['A'], inbox: [], rooms: 1 },
  info: { model: 'raspmatic_rpi4', version: '3.85.7.20251129', interfaces: [] },
  interfaces: [INTERFACE],
};

const CONNECTION: ConnectionFacts = {
  interfaces: [],
  refusedDescriptions: [],
  leftOut: [],
  devices: [{ address: 'A', interface: 'HmIP-RF' }],
  unread: [],
  writes: { refused: 0, unconfirmed: 0, waiting: 0 },
};

const DIRECTORY: DataDirectoryFacts = {
  path: '/var/lib/ccu-gateway',
  state: 'ok',
  odd: [],
  lock: { state: 'free' },
  database: { state: 'ok', bytes: 4_096 },
  key: { state: 'ok' },
};

/** Changes of facts; undefined stands for an unknown fact. */
type Change<T> = { readonly [K in keyof T]?: T[K] | undefined };

function changed<T extends object>(facts: T, change: Change<T>): T {
  const merged = Object.entries({ ...facts, ...change }).filter(([, value]) => value !== undefined);
  // Only members that may be left out are taken away.
  return Object.fromEntries(merged) as T;
}

const FACTS: DoctorFacts = {
  version: '1.0.0',
  node: '22.13.0',
  running: true,
  now: NOW,
  config: { file: '/etc/ccu-gateway.yaml', issues: [] },
  disk: { path: '/var/lib/ccu-gateway', freeBytes: 10_000 * 1_048_576 },
  ports: [],
  network: { container: false, addresses: [{ name: 'eth0', address: HERE }] },
  centrals: [],
  health: [],
};

/** A gateway without CCUs on a healthy machine. */
export const machineWith = (change: Partial<DoctorFacts>): DoctorFacts => ({ ...FACTS, ...change });

/** A data directory that is well but for this. */
export const directoryWith = (change: Partial<DataDirectoryFacts>): DoctorFacts =>
  machineWith({ running: false, dataDirectory: { ...DIRECTORY, ...change } });

/** A healthy CCU but for these examination results. */
export const ccuWith = (found: Change<CcuExamination>, change: Partial<CentralFacts> = {}): DoctorFacts =>
  machineWith({
    centrals: [
      { name: 'home', host: HOST, tls: false, hasLogin: true, ...change, examination: changed(EXAMINATION, found) },
    ],
  });

/** A CCU with one interface that is well but for this. */
export const interfaceWith = (
  found: Change<InterfaceExamination>,
  ccu: Change<CcuExamination> = {},
  change: Partial<CentralFacts> = {},
): DoctorFacts => ccuWith({ ...ccu, interfaces: [changed(INTERFACE, found)] }, change);

/** A CCU with a healthy connection but for this. */
export const connectionWith = (change: Partial<ConnectionFacts>): DoctorFacts =>
  ccuWith({}, { connection: { ...CONNECTION, ...change } });

/** An interface with this announced callback address, and no event that arrives. */
export const callbackTo = (
  url: string,
  facts: Partial<DoctorFacts> = {},
  ccu: Partial<CcuExamination> = {},
): DoctorFacts => ({
  ...interfaceWith({ announced: { url, from: 'detected' }, loop: { ok: false, hop: 'callback' } }, ccu),
  ...facts,
});
