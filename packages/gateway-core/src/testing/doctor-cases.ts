import type { InterfaceExamination } from '@ccu-gateway/ccu-client';
import type { DoctorFacts, ElsewhereFacts } from '../ports/doctor.js';
import { doctorCasesOfBridges } from './doctor-cases-of-bridges.js';
import { callbackTo, ccuWith, connectionWith, directoryWith, interfaceWith, machineWith } from './doctor-facts.js';

const CERTIFICATE = { fingerprint: 'ab12', validTo: Date.UTC(2020, 0, 1) };
const SHARED = { name: 'PostgreSQL db:5432/gateway', setting: 'persistence.postgres' };
const CONTAINER = { container: true, addresses: [] };

/**
 * A gateway that sent no report, as the site of several gateways notes it.
 *
 * @example
 * const { findings } = diagnose({ ...facts, elsewhere: [silentGateway('gateway-2')] });
 */
export function silentGateway(gateway: string): ElsewhereFacts {
  const text = 'Check again in a moment, then check that gateway and its connection to the NATS servers.';
  return {
    gateway,
    finding: {
      id: 'fleet.gateway_silent',
      area: 'reachability',
      severity: 'warning',
      what: `the gateway ${gateway} of the fleet sent no report about its CCUs`,
      why: 'The CCUs that it is connected with were not checked.',
      fix: { text, command: 'ccu-gateway fleet status' },
      facts: { gateway },
    },
  };
}

function machine(): readonly DoctorFacts[] {
  const issue = { where: 'config.yaml:3 north', message: 'expected an object' };
  const port = { setting: 'callback.port', host: '127.0.0.1', port: 9_123 };
  const states = ['own', 'free', 'taken', 'denied', 'no_address'] as const;
  return [
    machineWith({ config: { issues: [] } }),
    machineWith({
      config: {
        file: 'config.yaml',
        issues: [],
        ignoredCentrals: { onlyInFile: ['attic'], onlyHere: ['cellar'], changed: ['home'] },
      },
    }),
    machineWith({ config: { issues: ['config_unreadable', 'config_invalid'].map((code) => ({ ...issue, code })) } }),
    machineWith({ node: '18.0.0' }),
    ...[1, 100].map((mib) => machineWith({ disk: { path: '/data', freeBytes: mib * 1_048_576 } })),
    machineWith({ foreignSessionAt: machineWith({}).now }),
    machineWith({ now: 0 }),
    machineWith({ now: Date.UTC(2200, 0, 1) }),
    machineWith({ lastStart: Date.UTC(2026, 8, 1) }),
    machineWith({ ports: states.map((state) => ({ ...port, state })) }),
    machineWith({ ports: [{ ...port, host: '::1', state: 'free' }] }),
  ];
}

function callers(): readonly DoctorFacts[] {
  const address = '192.0.2.66';
  const refused = (['address', 'path', 'unknown_peer'] as const).map((why) => ({
    ...({ address, wire: 'xml', why, times: 3 } as const),
    lastAt: machineWith({}).now,
  }));
  const elsewhere = [{ central: 'ccu', interfaceName: 'HmIP-RF', address }] as const;
  return [machineWith({ callers: { restricted: false, refused, elsewhere } })];
}

function directory(): readonly DoctorFacts[] {
  const states = ['ok', 'missing', 'no_directory', 'cannot_be_made', 'not_writable'] as const;
  const databases = ['none', 'damaged', 'newer', 'no_driver', 'unreadable'] as const;
  const keys = ['none', 'from_environment', 'missing', 'unusable'] as const;
  return [
    ...states.map((state) => directoryWith({ state })),
    ...(['open_to_others', 'of_another_user'] as const).map((is) => directoryWith({ odd: [{ path: '/data/x', is }] })),
    directoryWith({ lock: { state: 'held' } }),
    directoryWith({ lock: { state: 'held', process: 42 } }),
    ...databases.map((state) => directoryWith({ database: { state, message: 'malformed' } })),
    ...(['ok', 'empty', 'older', 'newer', 'unreadable'] as const).map((state) =>
      machineWith({ shared: { ...SHARED, state, message: 'not there', remedy: 'make it' } }),
    ),
    machineWith({ shared: { ...SHARED, state: 'unreadable' } }),
    machineWith({ elsewhere: [silentGateway('link-2')] }),
    ...keys.map((state) => directoryWith({ key: { state, message: 'too short' } })),
  ];
}

function wholeCcu(): readonly DoctorFacts[] {
  const asAll = (outcome: InterfaceExamination['outcome'], web = outcome) =>
    interfaceWith({ outcome }, { web, session: 'unreachable' });
  const stranger = (tls: boolean) =>
    interfaceWith({ outcome: 'protocol' }, { session: 'unreachable', info: undefined }, { tls });
  return [
    ccuWith({ addresses: [] }),
    ccuWith({ addresses: ['192.0.2.10', '192.0.2.11'] }, { host: 'ccu.local' }),
    asAll('unreachable'),
    asAll('timeout'),
    asAll('booting'),
    stranger(true),
    stranger(false),
    ccuWith({ web: 'tls_untrusted' }),
    ccuWith({ web: 'tls_untrusted', certificate: CERTIFICATE }),
    ccuWith({ webMs: 4_000 }),
    ccuWith({ web: 'timeout' }),
    ccuWith({ web: 'forbidden_by_firewall' }),
  ];
}

function interfaces(): readonly DoctorFacts[] {
  const outcomes = [
    'login_refused',
    'forbidden_by_firewall',
    'tls_untrusted',
    'timeout',
    'unreachable',
    'booting',
    'protocol',
  ] as const;
  return [
    ...outcomes.map((outcome) => interfaceWith({ outcome })),
    interfaceWith({ name: 'CUxD', port: 8_701, outcome: 'unreachable' }),
    interfaceWith({ outcome: 'booting', listed: false }),
    interfaceWith({ outcome: 'unreachable', otherPort: { port: 42_010, tls: true, open: true } }),
    interfaceWith({ outcome: 'unreachable', tls: true, otherPort: { port: 2_010, tls: false, open: true } }),
    interfaceWith({ answerMs: 4_000 }),
    interfaceWith({ refusedCalls: ['getServiceMessages'] }),
    interfaceWith({ unreachable: ['A', 'B'], events: 500 }),
    ...[4, 85, 100].map((dutyCycle) => interfaceWith({ modules: [{ ...MODULE, dutyCycle }] })),
    interfaceWith({ modules: [{ ...MODULE, connected: false, carrierSense: 70 }] }),
  ];
}

const MODULE = { address: 'M1', description: '', type: 'CCU2', firmware: '', connected: true, isDefault: true };

function hub(): readonly DoctorFacts[] {
  const sessions = ['login_refused', 'too_many_sessions', 'logic_layer_away', 'failing', 'unreachable'] as const;
  const names = { devices: [], rooms: 0 };
  return [
    ccuWith({}, { hasLogin: false }),
    ...sessions.map((session) => ccuWith({ session })),
    ccuWith({ isAdministrator: false }),
    ccuWith({ sessionLost: true }),
    ccuWith({ scripts: 'level_too_low', names: { outcome: 'fault', ...names } }),
    ccuWith({ scripts: 'script_failed' }),
    ccuWith({ scriptPort: 'foreign' }),
    ccuWith({ names: { outcome: 'fault', ...names } }),
    connectionWith({ devices: [{ address: 'X', interface: 'HmIP-RF' }] }),
    ...[120_000, -120_000].map((clockSkewMs) => ccuWith({ clockSkewMs })),
    ...VERSIONS.map(([model, version]) => ccuWith({ info: { model, version, interfaces: [] } })),
    connectionWith({
      refusedDescriptions: ['A:1'],
      leftOut: [{ kind: 'device', count: 2, names: ['B'] }],
      unread: ['programs', 'inbox'],
      backupError: 'no space',
    }),
    connectionWith({ writes: { refused: 1, unconfirmed: 2, waiting: 3 } }),
  ];
}

const VERSIONS = [
  ['', '3.85.7'],
  ['raspmatic_rpi4', ''],
  ['', ''],
  ['CCU2', '2.61.7'],
  ['', '3.73.9.20240130'],
  ['', '3.47.22.20191026'],
  ['', '3.47.10'],
] as const;

function wayBack(): readonly DoctorFacts[] {
  const loop = (found: NonNullable<InterfaceExamination['loop']>) => interfaceWith({ loop: found });
  const isV6 = { addresses: ['192.0.2.10'] };
  return [
    interfaceWith({ announceError: 'no route' }),
    ...['', '192.0.2.21'].flatMap((localAddress) => [
      callbackTo('http://127.0.0.1:1/', {}, { localAddress: localAddress || '127.0.0.1' }),
      callbackTo('http://[2001:db8::1]:1/', {}, { ...isV6, localAddress: localAddress || '127.0.0.1' }),
      callbackTo('http://192.0.2.99:1/', { publicHost: '192.0.2.99' }, { localAddress: localAddress || '127.0.0.1' }),
    ]),
    callbackTo('http://172.17.0.2:1/', { network: CONTAINER }),
    callbackTo('http://192.0.2.20:1/'),
    callbackTo('http://192.0.2.20:1/', { network: CONTAINER }),
    interfaceWith({ announced: undefined, loop: { ok: false, hop: 'callback' } }),
    loop({ ok: true, rttMs: 4, repeats: true }),
    loop({ ok: true, untestable: true }),
    loop({ ok: false, hop: 'callback', worksAnew: true }),
    ...(['foreign', 'registration', 'ccu'] as const).map((hop) => loop({ ok: false, hop })),
  ];
}

/**
 * Facts that produce every finding of the doctor, in every variant: for tests of views of its findings.
 *
 * @example
 * const findings = doctorCases().flatMap((facts) => diagnose(facts).findings);
 */
export function doctorCases(): readonly DoctorFacts[] {
  return [
    ...machine(),
    ...callers(),
    ...directory(),
    ...wholeCcu(),
    ...interfaces(),
    ...hub(),
    ...wayBack(),
    ...doctorCasesOfBridges(),
  ];
}
