import { createHouseModel, type HouseModel } from '@ccu-gateway/device-model';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Act, FirmwarePlan } from '@ccu-gateway/gateway-core/parts';
import { createMemoryHistoryStore } from '@ccu-gateway/gateway-core/testing';
import {
  createEditLocks,
  createExportSlots,
  type HistoryStore,
  type LogLevel,
  type LogLine,
  type LogOverride,
  type ReplacementReport,
  type StoredArea,
  type StoredDiagram,
} from '@ccu-gateway/gateway-core/use-cases';
import type { GatewayPorts } from '../src/index.js';
import { smallHouse, twinHouse } from './house.js';

export const AT = Date.UTC(2026, 0, 1, 12);

/** A day with this count in its last hour. */
const dayOf = (count: number): readonly number[] => [...Array<number>(23).fill(0), count];

const program = {
  description: '',
  active: true,
  internal: false,
  visible: true,
  lastExecutedAt: AT - 60_000,
} as const;

const variable = {
  description: '',
  unit: '',
  valueList: [],
  valueName0: 'aus',
  valueName1: 'an',
  internal: false,
  visible: true,
  logged: false,
  channelAddress: '',
  changedAt: AT - 1_000,
} as const;

const facts = {
  at: AT,
  programs: [
    { ...program, id: 1201, name: 'Licht aus' },
    { ...program, id: 1202, name: 'tmp', internal: true, active: false },
  ],
  sysvars: [
    { ...variable, id: 950, name: 'Anwesenheit', type: 'LOGIC', value: true },
    { ...variable, id: 951, name: 'Modus', type: 'LIST', value: 1, valueList: ['Aus', 'Tag', 'Nacht'] },
    { ...variable, id: 952, name: 'Soll', type: 'NUMBER', value: 21.5, min: 5, max: 30 },
    { ...variable, id: 953, name: 'Text', type: 'STRING', value: 'hallo' },
  ],
  alarmMessages: [{ id: 3001, name: 'Wasser', description: 'Keller', counter: 1, firstAt: AT, lastAt: AT }],
  serviceMessages: [
    {
      id: 4001,
      name: '0001D3C99C0001:0.UNREACH',
      address: '0001D3C99C0001:0',
      parameter: 'UNREACH',
      deviceName: 'Küche',
      kind: 'communication',
      counter: 2,
      quittable: true,
      firstAt: AT,
      lastAt: AT,
    },
    {
      id: 4002,
      name: '0001D3C99C0002:0.CONFIG_PENDING',
      address: '0001D3C99C0002:0',
      parameter: 'CONFIG_PENDING',
      deviceName: 'Flur',
      kind: 'config_pending',
      counter: 1,
      quittable: false,
      firstAt: AT,
      lastAt: AT,
    },
  ],
  inbox: [{ id: 5001, address: '000A0000000001', type: 'HmIP-STHD', interfaceName: 'HmIP-RF', name: '' }],
  update: { current: '3.75.6', available: '3.77.7', updateAvailable: true, supported: true },
  installModes: [{ interfaceName: 'HmIP-RF', active: false, seconds: 0 }],
} satisfies Parameters<HouseModel['applyHub']>[1];

/** An installation with a CCU that also has programs, variables and messages. */
export function hubHouse(): HouseModel {
  const house = smallHouse();
  house.applyHub('ccu1', facts);
  return house;
}

/** The same names and ids on two CCUs. */
export function twinHubHouse(): HouseModel {
  const house = twinHouse();
  house.applyHub('ccu1', facts);
  house.applyHub('ccu2', facts);
  return house;
}

/** An installation without any CCU. */
export const emptyHouse = (): HouseModel => createHouseModel({ now: () => AT });

/** The act of the fakes. */
/** One planned update and one that has ended. */
const WARNING = {
  id: 'w1',
  class: 'water',
  level: 'danger',
  severity: 'danger',
  kind: 'water',
  summary: 'Water was found',
  name: 'Cellar',
  source: 'device:ccu1/0001D3C99C0001',
  since: new Date(AT).toISOString(),
} as const;
const FIRMWARE_PLAN: FirmwarePlan = {
  settings: { when: 'now', nightFrom: 1_380, nightTo: 300, maxDutyCycle: 30, paused: false },
  updates: ['f1', 'f2'].map((id, index) => ({
    id,
    central: 'ccu1',
    interfaceName: 'HmIP-RF',
    address: '0001D3C99C0001',
    by: 'anna',
    addedAt: AT,
    from: '1.0.0',
    to: '1.2.0',
    state: index === 0 ? 'queued' : 'done',
    tries: 0,
    ...(index === 0 ? {} : { orderedAt: AT, endedAt: AT + 60_000 }),
  })),
};

const ACT: Act = {
  id: 'a1',
  name: 'Heating 17°',
  by: 'anna',
  startedAt: AT,
  endsAt: AT + 3_600_000,
  state: 'active',
  writes: [
    {
      central: 'ccu1',
      deviceAddress: '0001D3C99C0001',
      channel: 1,
      parameter: 'SET_POINT_TEMPERATURE',
      value: 17,
      before: 21,
      state: 'set',
      isConfirmed: true,
    },
  ],
};

const REPLACEMENT: ReplacementReport = {
  id: '0123456789abcdef',
  central: 'ccu1',
  interface: 'HmIP-RF',
  old_address: '0001D3C99C0002',
  new_address: '0001D3C99C0001',
  name: 'Licht',
  model: 'HmIP-PSM',
  by: 'anna',
  state: 'done',
  started_at: '2026-01-01T12:00:00.000Z',
  steps: [{ subject: 'ccu', state: 'done', count: 1, left: [] }],
};

/** Ports of the hub, of administration and of diagnostics, as the fakes have them. */
type FakePorts = Omit<
  GatewayPorts,
  | ('auth' | 'events' | 'house' | 'ccu' | 'interfaceControl' | 'info' | 'health' | 'audit' | 'setupSink' | 'ui')
  | ('devices' | 'paramsets' | 'links' | 'centralLinks' | 'deviceControl' | 'flags')
  | ('ownBackups' | 'doctor' | 'gateways' | 'matter' | 'mcp' | 'mqtt' | 'webhooks' | 'notify')
>;

/** Answers of the methods of a port, by name. A method without one resolves with undefined. */
type Answers<Port> = {
  readonly [Method in keyof Port]?: Port[Method] extends (...args: never[]) => Promise<infer Answer> ? Answer : never;
};

export interface Fakes {
  readonly ports: FakePorts;
  /** Every call of a port that changes something: its name and its arguments. */
  readonly calls: unknown[][];
  /** Makes every changing port fail with this error from now on. */
  fail(error: Error | undefined): void;
  readonly log: { emit(line: LogLine): void; listeners(): number };
  /** Store behind the history. */
  readonly recorded: HistoryStore;
}

const importReport = {
  state: 'storing' as const,
  started_at: new Date(AT).toISOString(),
  format: 'csv' as const,
  ...{ bytes: 10, lines: 2, values: 1, series_count: 1, refused: 0, refusals: [], percent: 0 },
  series: [],
  stored: { hours: 0, values: 0, known: 0, too_old: 0 },
};

/** Ports that record their calls. */
export function fakeServices(house: HouseModel): Fakes {
  const calls: unknown[][] = [];
  let failure: Error | undefined;
  const did =
    <T>(name: string, answer: T) =>
    async (...received: unknown[]): Promise<T> => {
      if (failure !== undefined) throw failure;
      calls.push([name, ...received.filter((each) => !isOptions(each))]);
      return answer;
    };
  // A proxy answers names that no type lists at run time. A test may replace a method.
  const recording = <Name extends keyof FakePorts>(answers: Answers<FakePorts[Name]> = {}): FakePorts[Name] =>
    new Proxy({} as FakePorts[Name], {
      get: (replaced, name) => Reflect.get(replaced, name) ?? did(String(name), Reflect.get(answers, name)),
    });
  const listeners = new Set<(line: LogLine) => void>();
  const lines: LogLine[] = [
    { seq: 1, at: AT, level: 'debug', logger: 'gateway.ccu', message: 'connecting' },
    { seq: 2, at: AT, level: 'warn', logger: 'gateway.ccu', message: 'gone', fields: { central: 'ccu1' } },
  ];
  let level: LogLevel = 'info';
  let clearedAt: number | undefined;
  const overrides = new Map<string, LogOverride>();
  const preferences = new Map<string, unknown>();
  let areas: readonly StoredArea[] = [];
  let diagrams: readonly StoredDiagram[] = [];
  let tariffs: Awaited<ReturnType<GatewayPorts['tariffs']['read']>> = {
    revision: 0,
    currency: 'EUR',
    tariffs: [],
    meters: [],
  };
  const ignored = new Map<string, { serial: string; ignoredAt: number }>();
  const central = {
    name: 'ccu1',
    host: '192.168.1.10',
    enabled: true,
    interfaces: [{ name: 'HmIP-RF' as const }],
    password_plain: '***',
    createdAt: AT,
  };
  const file = { id: 'ccu1-20260101T120000Z-abcd', central: 'ccu1', bytes: 3, createdAt: AT, filename: 'a b.sbk' };

  const recorded = createMemoryHistoryStore();

  const ports: FakePorts = {
    hub: house,
    history: {
      read: recorded.read,
      extent: recorded.extent,
      series: recorded.series,
      rollUps: recorded.rollUps,
      retention: () => ({ enabled: true, maxDays: 30, maxBytes: 1_000_000, years: 10 }),
      isRecorded: ({ parameter }) => parameter === 'STATE',
    },
    push: {
      state: async () => ({ public_key: 'BPub', devices: [] }),
      add: did('addPush', { id: 'p1', name: 'Phone', language: 'de' as const, created_at: new Date(AT).toISOString() }),
      renew: did('renewPush', {
        id: 'p1',
        name: 'Phone',
        language: 'de' as const,
        created_at: new Date(AT).toISOString(),
      }),
      remove: async () => undefined,
    },
    historyImports: {
      start: did('startImport', importReport),
      last: async () => importReport,
      cancel: did('cancelImport', true),
    },
    exportSlots: createExportSlots(),
    parquet: {
      async *write(parts) {
        for await (const { texts } of parts) yield Buffer.from(`PAR1 ${texts[0]?.cells.length}`);
      },
    },
    heatingGroups: {
      list: async () => [],
      types: async () => [{ id: 'HomeMatic.heating', label: 'Heating_Control' }],
      suitable: async () => ({ assignable: [], leftover: [] }),
      save: did('saveHeatingGroup', 1),
      remove: did('removeHeatingGroup', undefined),
    },
    replacements: {
      list: () => [REPLACEMENT],
      get: (id) => (id === REPLACEMENT.id ? REPLACEMENT : undefined),
      isUnfinished: async () => false,
      replaceable: async () => [REPLACEMENT.old_address],
      plan: async () => ({ ...REPLACEMENT, state: 'planned' }),
      start: async (request) => {
        await did('startReplacement', undefined)(request);
        return REPLACEMENT;
      },
    },
    firmwareUpdates: {
      read: () => ({ plan: FIRMWARE_PLAN, waits: new Map([['f1', { reason: 'duty_cycle' }]]), estimateMs: 60_000 }),
      change: async (change) => void (await did('changeFirmwarePlan', undefined)(change(FIRMWARE_PLAN))),
      newId: () => 'f9',
    },
    acts: {
      list: () => [ACT],
      start: async (request) => {
        await did('startAct', undefined)(request);
        return ACT;
      },
      end: async (id) => {
        await did('endAct', undefined)(id);
        return id === ACT.id ? ACT : undefined;
      },
    },
    security: Object.assign(recording<'security'>({ acknowledge: WARNING }), { faults: () => [WARNING] }),
    alarm: recording<'alarm'>({ journal: [], proof: { ok: true, head: { id: 0, hash: '' }, entries: 0 } }),
    programs: recording<'programs'>({ executeProgram: true }),
    sysvars: recording<'sysvars'>({
      createSysvar: 'Away',
      changeSysvar: 'Away',
      sysvarUsage: [{ id: '1201', name: 'Licht aus', active: true, internal: false }],
    }),
    messages: recording<'messages'>({
      acknowledgeAll: 2,
      suppressed: [{ central: 'ccu1', interface: 'HmIP-RF', channel: 'A:0', parameter: 'UNREACH' }],
    }),
    groups: recording<'groups'>({ createGroup: 'Bad', renameGroup: 'Kochen' }),
    inbox: recording<'inbox'>({ label: [] }),
    installMode: recording<'installMode'>({ searchDevices: 3 }),
    systemView: {
      centrals: () => house.centrals(),
      statusEvents: () => [
        { central: 'ccu1', component: 'interface', healthy: false, event_at: '2026-01-01T12:00:00.000Z' },
      ],
    },
    system: {
      reboot: did('reboot', undefined),
      powerOff: did('powerOff', undefined),
      safeMode: did('safeMode', undefined),
      recoveryMode: did('recoveryMode', undefined),
      setPosition: did('setPosition', undefined),
      installUpdate: async () => {
        throw new GatewayError('not_implemented', 'not here', { reason: 'unsupported' });
      },
      restart: () => {
        calls.push(['restart']);
        return { status: 'shutdown_signalled', at: AT };
      },
    },
    loopTester: recording<'loopTester'>({ loopTest: { ok: false, hop: 'callback', cause: 'a firewall' } }),
    config: {
      effective: () => ({ locale: 'en', callback: { port: 8120, bin_port: 8129 } }),
      sources: () => new Map([['locale', 'default']]),
      sections: () => ['locale', 'backup'],
      fields: () => [{ path: 'locale', class: 'basic', type: 'string', restartRequired: true, default: 'en' }],
      changes: () => [
        { path: 'locale', applied: false },
        { path: 'backup.keep_last', applied: true },
      ],
    },
    configControl: {
      section: async () => ({ keep_last: 3 }),
      saveSection: did('saveSection', {
        section: 'backup',
        version: 1,
        updatedAt: AT,
        restartRequired: false,
        applied: true,
      }),
      changeSection: did('changeSection', undefined),
      resetSection: did('resetSection', undefined),
      resetField: did('resetField', undefined),
    },
    configTrial: { testSection: did('testSection', { ok: true, message: 'works' }) },
    centralView: {
      centrals: async () => [central],
      centralsFile: async () => ({
        file: '/etc/config.yaml',
        isIgnored: true,
        onlyInFile: ['attic'],
        onlyHere: [],
        changed: [],
      }),
    },
    centralControl: {
      create: async (settings) => {
        await did('create', undefined)(settings);
        return { ...settings, password_plain: '***' };
      },
      replace: did('replace', undefined),
      remove: did('remove', undefined),
      takeFile: did('takeFile', undefined),
      writeFile: did('writeFile', undefined),
      probe: did('probe', { reachable: true }),
    },
    discovery: {
      discovered: async () => [{ serial: 'NEQ1', name: 'CCU NEQ1', host: '192.168.1.10', lastSeen: AT }],
      ignored: async () => [...ignored.values()],
      ignore: async (entry) => void ignored.set(entry.serial, entry),
      unignore: async (serial) => ignored.delete(serial),
    },
    visibility: {
      list: (scope) => house.visibility.list(scope),
      candidateSteps: (options) => house.visibility.candidateSteps(options),
      replace: did('replaceVisibility', { applied_count: 1, affected_devices: 0, patterns: [] }),
    },
    backups: {
      list: async () => [file],
      storage: async () => ({ available: true, count: 1, bytes: 3, dir: '/data/backups' }),
      start: did('startBackup', { id: file.id }),
      status: async () => ({ state: 'idle' }),
      open: async (id) => {
        if (id !== file.id) throw new GatewayError('not_found', 'no such backup', { reason: 'not_found' });
        return { filename: file.filename, bytes: 3, content: new Blob(['abc']).stream() };
      },
      store: did('storeBackup', file),
      verify: did('verify', file),
      remove: did('removeBackup', true),
      restore: async () => {
        throw new GatewayError('not_implemented', 'upload it in the web interface', { reason: 'restore_unsupported' });
      },
    },
    diagnostics: {
      reliability: () => [{ central: 'ccu1', interface: 'HmIP-RF', state: 'connected', lastCallbackAt: AT }],
      signals: () => [
        {
          central: 'ccu1',
          interfaceId: 'ccu1-HmIP-RF',
          address: '0001D3C99C0001',
          name: 'Küche',
          rssiDevice: -71,
          rssiPeer: null,
          batteryLevel: null,
          lowBattery: false,
          reachable: true,
        },
      ],
      metrics: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }),
    },
    radioBudgets: {
      loads: async () => [
        {
          interfaceName: 'HmIP-RF',
          usedPercent: 41.26,
          forecastPercent: 79.9,
          waiting: 3,
          waitingInBackground: 1,
          mode: 'free',
        },
      ],
    },
    receivers: {
      receivers: async () => [],
      matrix: async () => ({ receivers: [], devices: [] }),
      reception: async () => undefined,
      receptionNow: async () => undefined,
      move: async () => undefined,
    },
    radioTraffic: {
      traffic: async () => ({
        since: AT,
        from: AT - 23 * 3_600_000,
        writes: [
          { central: 'ccu1', address: '0001D3C99C0001', interfaceId: 'ccu1-HmIP-RF', subject: 'anna', hours: dayOf(3) },
          { central: 'ccu1', address: '0001D3C99C0001', interfaceId: 'ccu1-HmIP-RF', subject: 'bea', hours: dayOf(4) },
        ],
        reports: [
          { central: 'ccu1', address: 'GONE', interfaceId: 'ccu1-HmIP-RF', hours: dayOf(2) },
          { central: 'ccu1', address: '0001D3C99C0001', interfaceId: 'ccu1-HmIP-RF', hours: dayOf(5) },
        ],
        unlisted: { writes: 0, reports: 1 },
      }),
    },
    incidentLog: {
      incidents: async ({ limit }) =>
        [{ id: '1', at: AT, component: 'ccu1/HmIP-RF', severity: 'warning', summary: 'lost' } as const].slice(0, limit),
      clearIncidents: did('clearIncidents', undefined),
    },
    changeHistory: {
      clearedAt: async () => clearedAt,
      clear: async (before) => {
        clearedAt = before;
      },
    },
    log: {
      lastSeq: 2,
      lines: ({ since = 0, minLevel }) =>
        lines.filter(({ seq, level: own }) => seq > since && (minLevel === 'debug' || own !== 'debug')),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    logLevels: {
      defaultLevel: () => level,
      setDefaultLevel: (next) => {
        level = next;
      },
      overrides: () => [...overrides.values()],
      override: (path, own, expiresAt) =>
        void overrides.set(path, expiresAt === undefined ? { path, level: own } : { path, level: own, expiresAt }),
      resetOverride: (path) => void overrides.delete(path),
    },
    preferences: {
      get: async (owner, key) => preferences.get(`${owner} ${key}`),
      put: async (owner, key, value, limits) => {
        const own = [...preferences.keys()].filter((name) => name.startsWith(`${owner} `));
        if (own.length >= limits.keys && !own.includes(`${owner} ${key}`)) return false;
        preferences.set(`${owner} ${key}`, value);
        return true;
      },
      delete: async (owner, key) => void preferences.delete(`${owner} ${key}`),
    },
    areas: {
      list: async () => areas,
      change: async (decide) => {
        areas = decide(areas);
        return areas;
      },
      newId: () => `area${areas.length}`,
      changed: (id) => void calls.push(['areaChanged', id]),
    },
    tariffs: {
      read: async () => tariffs,
      async change(decide) {
        tariffs = decide(tariffs);
      },
    },
    floorplans: {
      list: async () => [],
      picture: async () => undefined,
      add: async () => true,
      replace: async () => true,
      remove: async () => true,
      newId: () => 'plan',
      changed: (id) => void calls.push(['floorplanChanged', id]),
    },
    problemTimes: { query: async () => [] },
    diagrams: {
      list: async () => diagrams,
      async change(decide) {
        diagrams = decide(diagrams);
      },
      newId: () => `diagram${diagrams.length}`,
    },
    icons: {
      artwork: async () => ({ contentType: 'image/png', bytes: new Uint8Array([0x89, 0x50]) }),
    },
    labels: { entries: (locale) => ({ STATE: locale === 'de' ? 'Zustand' : 'State' }) },
    uiLog: { info: (...line) => void calls.push(['uiLog', ...line]) },
    editLocks: createEditLocks({ clock: { now: () => AT }, newToken: () => 'edit-token' }),
  };

  return {
    recorded,
    ports,
    calls,
    fail: (error) => {
      failure = error;
    },
    log: {
      emit: (line) => {
        for (const listener of listeners) listener(line);
      },
      listeners: () => listeners.size,
    },
  };
}

/** Options with a signal are no part of the request. */
function isOptions(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === 'signal';
}
