import type { Program, Sysvar } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { describe, expect, it } from 'vitest';
import { contractSchemas, hasContract } from '../../test/contract.js';
import { connectionState, NOON, readyHouse, SWITCH } from '../../test/house.js';
import { createHouseModel } from '../house/create-house-model.js';

const USUAL = {
  ...{ resumesLights: true, groupCoverState: true, listsInternalPrograms: false },
  ...{ offersFirmware: true, holdsNewDevices: false },
};

const program = (more: Partial<Program> = {}): Program => ({
  id: 1234,
  name: 'Gute Nacht',
  description: '',
  active: true,
  internal: false,
  visible: true,
  lastExecutedAt: NOON - 60_000,
  ...more,
});

const variable = (more: Partial<Sysvar> = {}): Sysvar => ({
  id: 950,
  name: 'Anwesenheit',
  description: 'jemand da HAHM',
  type: 'LOGIC',
  value: true,
  unit: '',
  valueList: [],
  valueName0: 'nein',
  valueName1: 'ja',
  internal: false,
  visible: true,
  logged: false,
  channelAddress: '',
  changedAt: NOON,
  ...more,
});

function hubHouse() {
  const { house } = readyHouse();
  house.setCentralInformation('ccu1', { serial: '3014F711A0001F9A' });
  house.applyHub('ccu1', { at: NOON, programs: [program()], sysvars: [variable()] });
  return house;
}

it('facts of a CCU about itself are kept when a later answer lacks them', () => {
  const { house } = readyHouse();
  house.setCentralInformation('ccu1', { serial: '3014F711A0001F9A', model: 'CCU3' });
  house.setCentralInformation('ccu1', { serial: undefined, model: undefined, version: '3.1' });
  expect(house.centrals()[0]).toMatchObject({ serial: '3014F711A0001F9A', model: 'CCU3', version: '3.1' });
});

it('the primary interface counts as much for the health of a CCU as all others together', () => {
  const house = createHouseModel({ now: () => NOON });
  house.addCentral('ccu1', { host: 'ccu.local', interfaces: ['HmIP-RF', 'BidCos-RF', 'CUxD'].map(factsOf) });
  const link = (interfaceName: string, connected: boolean) => {
    const state = connected ? ('connected' as const) : ('disconnected' as const);
    const status = { central: 'ccu1', interfaceName, state, connected };
    house.apply({ type: 'link_state', central: 'ccu1', interfaceName, at: NOON, status, previous: 'probing' });
  };
  for (const name of ['HmIP-RF', 'BidCos-RF', 'CUxD']) link(name, name !== 'HmIP-RF');
  const health = () => house.hubMetrics()[0]?.system_health;
  expect(health()).toBe(66.7);
  house.setBehaviour('ccu1', { ...USUAL, primaryInterface: 'HmIP-RF' });
  expect(health()).toBe(50);
  house.setBehaviour('ccu1', { ...USUAL, primaryInterface: 'CUxD' });
  expect(health()).toBe(75);
});

describe('devices that wait to be released', () => {
  const lamp = { address: '0001D3C99C0001', model: 'HmIP-BSL', interfaceName: 'HmIP-RF', since: NOON };
  const entry = { id: 5, address: lamp.address, type: 'HmIP-BSL', interfaceName: 'HmIP-RF', name: '' };

  it('are in the inbox, once, and counted there', () => {
    const { house } = readyHouse();
    house.applyHub('ccu1', { at: NOON, inbox: [] });
    expect(house.setWaiting('ccu1', [lamp])).toMatchObject([
      { type: 'hub.inbox_changed', topic: 'hub.ccu1.inbox', payload: { central: 'ccu1', count: 1 } },
    ]);
    expect(house.setWaiting('ccu1', [lamp])).toEqual([]);
    const waits = { address: lamp.address, pending_creation: true, awaiting_release: true };
    expect(house.inbox()).toMatchObject([waits]);
    expect(house.applyHub('ccu1', { at: NOON, inbox: [entry] })).toMatchObject([{ payload: { count: 1 } }]);
    expect(house.inbox()).toMatchObject([waits]);
    expect(house.hubDataPoints()).toMatchObject([{ inbox: { value: 1 } }]);
    house.setWaiting('ccu1', []);
    expect(house.inbox()).toMatchObject([{ address: lamp.address }]);
    expect(house.inbox()[0]).not.toHaveProperty('awaiting_release');
  });

  it('are listed also for a CCU without a logic layer, which has no inbox of its own', () => {
    const { house } = readyHouse();
    house.setHubAbsent('ccu1', true);
    expect(house.hubAbsent('inbox')).toEqual(['ccu1']);
    house.setBehaviour('ccu1', { ...USUAL, holdsNewDevices: true });
    house.setWaiting('ccu1', [lamp]);
    expect([house.hubAbsent('inbox'), house.hubUnread('inbox')]).toEqual([[], []]);
    expect(house.inbox()).toHaveLength(1);
  });
});

describe('programs', () => {
  it('that the CCU made for itself are listed where people want them', () => {
    const { house } = readyHouse();
    house.applyHub('ccu1', { at: NOON, programs: [program(), program({ id: 2, internal: true })] });
    const ids = (includeInternal?: boolean) => house.programs({ includeInternal }).map(({ id }) => id);
    expect(ids()).toEqual([String(program().id)]);
    expect(ids(true)).toHaveLength(2);
    house.setBehaviour('ccu1', { ...USUAL, listsInternalPrograms: true });
    expect(ids()).toHaveLength(2);
    expect(ids(false)).toHaveLength(1);
  });

  it('that were read first are announced as a whole, by the readiness; later runs and switches one by one', () => {
    const { house } = readyHouse();
    expect(house.applyHub('ccu1', { at: NOON, programs: [program()] })).toMatchObject([
      { type: 'central.readiness_changed', payload: { central: 'ccu1', phase: 'ready' } },
    ]);
    expect(house.applyHub('ccu1', { at: NOON, programs: [program()] })).toEqual([]);
    expect(house.applyHub('ccu1', { at: NOON, programs: [program({ active: false })] })).toMatchObject([
      {
        topic: 'hub.ccu1.programs.1234',
        type: 'hub.program_changed',
        payload: { program_id: '1234', active: false, execute_available: false },
      },
    ]);
    expect(
      house.applyHub('ccu1', { at: NOON, programs: [program({ active: false, lastExecutedAt: NOON })] }),
    ).toMatchObject([{ type: 'hub.program_executed', payload: { success: true } }]);
  });

  it('run on our behalf are announced once', () => {
    const house = hubHouse();
    expect(house.programExecuted('ccu1', '1234', { success: true, trigger: 'api' })).toMatchObject([
      {
        type: 'hub.program_executed',
        momentary: true,
        payload: { trigger: 'api', unique_id: 'ccu_11a0001f9a_program_1234' },
      },
    ]);
    expect(house.applyHub('ccu1', { at: NOON, programs: [program({ lastExecutedAt: NOON })] })).toEqual([]);
    expect(house.applyHub('ccu1', { at: NOON, programs: [program({ lastExecutedAt: NOON + 1 })] }).length).toBe(1);
  });

  it('are found by id', () => {
    const house = hubHouse();
    expect(house.program('1234')).toMatchObject({
      value: { name: 'Gute Nacht', last_executed: '2026-01-01T11:59:00.000Z' },
    });
    expect(house.program('9')).toMatchObject({ code: 'not_found', what: 'program' });
  });
});

describe('system variables', () => {
  it('are announced when they differ from the previous reading', () => {
    const house = hubHouse();
    expect(house.applyHub('ccu1', { at: NOON, sysvars: [variable()] })).toEqual([]);
    expect(
      house.applyHub('ccu1', { at: NOON, sysvars: [variable({ value: false }), variable({ id: 951, name: 'Neu' })] }),
    ).toMatchObject([
      {
        topic: 'hub.ccu1.sysvars.Anwesenheit',
        type: 'hub.sysvar_changed',
        kind: 'change',
        payload: { value: false, previous: true, value_type: 'LOGIC', unique_id: 'ccu_11a0001f9a_sysvar_950' },
      },
      { kind: 'initial', payload: { name: 'Neu' } },
    ]);
  });

  it('say how old they are, and which device they belong to', () => {
    const house = hubHouse();
    house.applyHub('ccu1', {
      at: NOON + 1000,
      sysvars: [
        variable({ channelAddress: `${SWITCH}:4` }),
        variable({ id: 951, name: `Zähler ${SWITCH}:7`, type: 'NUMBER', value: 3.5, unit: 'Wh', min: 0, max: 100 }),
      ],
    });
    expect(house.sysvars()).toMatchObject([
      {
        name: 'Anwesenheit',
        vid: 950,
        is_extended: true,
        value_name_1: 'ja',
        channel: `${SWITCH}:4`,
        device_address: SWITCH,
        last_seen_at: '2026-01-01T12:00:01.000Z',
      },
      { channel: `${SWITCH}:7`, unit: 'Wh', min: 0, max: 100 },
    ]);
  });

  it.each([
    [variable(), true, true],
    [variable(), 0, false],
    [variable({ type: 'LIST', valueList: ['aus', 'an'] }), 'an', 1],
    [variable({ type: 'LIST', valueList: ['aus', 'an'] }), 0, 0],
    [variable({ type: 'NUMBER', min: 0, max: 10 }), 9.5, 9.5],
    [variable({ type: 'STRING' }), 'ö', 'ö'],
  ])('of kind %o take %j', (facts, value, expected) => {
    const { house } = readyHouse();
    house.applyHub('ccu1', { at: NOON, sysvars: [facts] });
    expect(house.validateSysvar('Anwesenheit', value)).toMatchObject({
      ok: true,
      write: { central: 'ccu1', id: 950, value: expected },
    });
  });

  it.each([
    [variable(), 'ja'],
    [variable({ type: 'LIST', valueList: ['aus', 'an'] }), 2],
    [variable({ type: 'LIST', valueList: ['aus', 'an'] }), 'vielleicht'],
    [variable({ type: 'NUMBER', min: 0, max: 10 }), 11],
    [variable({ type: 'NUMBER' }), '5'],
    [variable({ type: 'INTEGER' }), 1.5],
    [variable({ type: 'STRING' }), null],
  ])('of kind %o refuse %j', (facts, value) => {
    const { house } = readyHouse();
    house.applyHub('ccu1', { at: NOON, sysvars: [facts] });
    expect(house.validateSysvar('Anwesenheit', value)).toMatchObject({
      ok: false,
      code: 'validation',
      errors: [{ field: 'value' }],
    });
  });

  it('of one name on two CCUs need the central', () => {
    const house = hubHouse();
    house.addCentral('ccu2', { host: 'b', interfaces: [] });
    house.applyHub('ccu2', { at: NOON, sysvars: [variable()] });
    expect(house.sysvar('Anwesenheit')).toMatchObject({ code: 'conflict', centrals: ['ccu1', 'ccu2'] });
    expect(house.validateSysvar('Anwesenheit', true, { central: 'ccu2' })).toMatchObject({
      write: { central: 'ccu2' },
    });
    expect(house.sysvar('Nichts')).toMatchObject({ code: 'not_found', what: 'sysvar' });
    expect(house.sysvar('Anwesenheit', { central: 'ccu3' })).toMatchObject({ what: 'central' });
  });
});

describe('messages, inbox, update and install mode', () => {
  const service = {
    id: 7,
    name: `${SWITCH}:0.LOW_BAT`,
    address: `${SWITCH}:0`,
    parameter: 'LOW_BAT',
    deviceName: 'Küche',
    kind: 'generic',
    counter: 1,
    quittable: false,
    firstAt: NOON,
    lastAt: NOON,
  } as const;

  it('are announced with their number when the list is another one', () => {
    const house = hubHouse();
    expect(house.applyHub('ccu1', { at: NOON, serviceMessages: [], alarmMessages: [], inbox: [] })).toMatchObject([
      { type: 'central.readiness_changed' },
    ]);
    const events = house.applyHub('ccu1', {
      at: NOON,
      serviceMessages: [service],
      alarmMessages: [{ id: 8, name: 'Einbruch', description: '', counter: 2, firstAt: NOON, lastAt: 0 }],
      inbox: [{ id: 9, address: '0001D3C99C0099', type: 'HmIP-PSM', interfaceName: 'HmIP-RF', name: '' }],
    });
    expect(events.map((event) => [event.topic, event.type, 'count' in event.payload && event.payload.count])).toEqual([
      ['hub.ccu1.alarm_messages', 'hub.alarm_message', 1],
      ['hub.ccu1.service_messages', 'hub.service_message', 1],
      ['hub.ccu1.inbox', 'hub.inbox_changed', 1],
    ]);
    expect(house.serviceMessages({ locale: 'de' })).toMatchObject([
      { id: '7', display_name: 'Batterie schwach', quittable: false },
    ]);
    expect(house.inbox()).toMatchObject([{ address: '0001D3C99C0099', model: 'HmIP-PSM', first_seen: NOON / 1000 }]);
    expect(house.applyHub('ccu1', { at: NOON + 1, serviceMessages: [service] })).toEqual([]);
    expect(house.applyHub('ccu1', { at: NOON + 1, serviceMessages: [{ ...service, counter: 2 }] }).length).toBe(1);
  });

  it('install mode is announced when it goes on or off, not while it runs down', () => {
    const house = hubHouse();
    const mode = (active: boolean, seconds: number) =>
      house.applyHub('ccu1', { at: NOON, installModes: [{ interfaceName: 'HmIP-RF', active, seconds }] });
    expect(mode(false, 0)).toEqual([]);
    expect(mode(true, 60)).toMatchObject([
      { topic: 'hub.ccu1.install_mode', payload: { enabled: true, remaining_s: 60 } },
    ]);
    expect(mode(true, 50)).toEqual([]);
    expect(mode(false, 0)).toMatchObject([{ payload: { enabled: false, remaining_s: 0 } }]);
    expect(house.installModes()).toMatchObject([{ interface: 'ccu1-HmIP-RF', active: false, observed: true }]);
  });

  it('conform to the published contract (CCU_GATEWAY_CONTRACT)', { skip: !hasContract }, () => {
    const house = hubHouse();
    const events = [
      ...house.applyHub('ccu1', {
        at: NOON,
        serviceMessages: [],
        alarmMessages: [],
        inbox: [],
        update: { current: '3.83', available: '', updateAvailable: false, supported: true },
      }),
      ...house.applyHub('ccu1', {
        at: NOON,
        sysvars: [variable({ value: false })],
        programs: [program({ lastExecutedAt: NOON })],
        serviceMessages: [service],
        alarmMessages: [{ id: 8, name: 'Einbruch', description: 'd', counter: 2, firstAt: NOON, lastAt: NOON }],
        inbox: [{ id: 9, address: '0001D3C99C0099', type: 'HmIP-PSM', interfaceName: 'HmIP-RF', name: '' }],
        update: { current: '3.83', available: '3.85', updateAvailable: true, supported: true },
        installModes: [{ interfaceName: 'HmIP-RF', active: true, seconds: 60 }],
      }),
      ...house.apply(connectionState('connected', { pingMs: 12 })),
    ];
    const schema = contractSchemas();
    const all: readonly (readonly [string, readonly unknown[]])[] = [
      ['ProgramSummary', house.programs()],
      ['SysvarSummary', house.sysvars()],
      ['InboxDevice', house.inbox()],
      ['AlarmMessage', house.alarmMessages()],
      ['ServiceMessage', house.serviceMessages()],
      ['HubDataPoints', house.hubDataPoints()],
      ['HubMetricsEntry', house.hubMetrics()],
      ['SystemUpdateEntry', house.systemUpdates()],
      ['InstallModeInterfaceEntry', house.installModes()],
      ['Snapshot', [house.snapshot(), house.snapshot({ anonymize: true })]],
    ];
    for (const [name, values] of all) {
      expect(values.length, name).toBeGreaterThan(0);
      for (const value of values) expect(schema(name)(value), name).toEqual([]);
    }
    const payloads: Readonly<Record<string, string>> = {
      'central.readiness_changed': 'CentralReadinessChangedPayload',
      'hub.sysvar_changed': 'SysvarChangedPayload',
      'hub.program_executed': 'ProgramExecutedPayload',
      'hub.install_mode_changed': 'InstallModeChangedPayload',
      'hub.alarm_message': 'HubCountChangedPayload',
      'hub.service_message': 'HubCountChangedPayload',
      'hub.inbox_changed': 'HubCountChangedPayload',
      'hub.system_update_changed': 'HubSystemUpdateChangedPayload',
      'hub.metrics_changed': 'HubMetricChangedPayload',
    };
    expect(new Set(events.map((event) => event.type))).toEqual(new Set(Object.keys(payloads)));
    for (const event of events) expect(schema(payloads[event.type] ?? '')(event.payload), event.type).toEqual([]);
  });
});
