import {
  type Actor,
  type CodeConfig,
  type CodeVerb,
  MASTER,
  type Plan,
  panelsOf,
  requiresCode,
  statusOf,
  type ZoneConfig,
} from '@ccu-gateway/alarm';
import type {
  AlarmArmAccepted,
  AlarmArmRequest,
  AlarmCode,
  AlarmCodeRequest,
  AlarmModeReadiness,
  AlarmOutput,
  AlarmOutputCandidate,
  AlarmPanel,
  AlarmRemoteKeyCandidate,
  AlarmSensor,
  AlarmSensorCandidate,
  AlarmWalkTest,
  AlarmZone,
  AlarmZoneStatus,
} from '@ccu-gateway/contract/types';
import { type AlarmCaller, type AlarmEvent, type AlarmSystem, refusalError } from '../../alarm/alarm.js';
import { panelBody, readinessBody } from '../../alarm/announce.js';
import * as bodies from '../../alarm/bodies.js';
import { keyCandidates, outputCandidates, sensorCandidates } from '../../alarm/candidates.js';
import type { DeviceModel, House } from '../../ports/house.js';
import { type Caller, principalOf } from '../../use-case/caller.js';
import { invalid, notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { reading, useCase } from '../../use-case/use-case.js';

/** Ports of the use cases of the alarm system. */
export interface Alarming extends Recording {
  readonly alarm: AlarmSystem;
}

/** Ports that list the candidates for sensors and outputs. */
export interface AlarmCandidates {
  readonly house: House;
  readonly devices: DeviceModel;
}

type Reading = Pick<Alarming, 'alarm'>;

/**
 * The caller as the journal and the count of wrong PINs have it.
 *
 * @example
 * await alarm.moveDevice({ central, from, to }, callerOf(caller));
 */
export const callerOf = (caller: Caller): AlarmCaller => {
  const { subject, scheme, key, viaUser } = principalOf(caller);
  return { name: subject, source: scheme, account: viaUser === undefined ? key : `${key} ${viaUser}` };
};

function readPlan({ alarm }: Reading): Plan {
  alarm.requireRead();
  return alarm.plan();
}

function zoneWith(ports: Reading, id: string): ZoneConfig {
  const zone = readPlan(ports).zones.get(id);
  if (zone === undefined) throw notFound(`Zone ${id}`);
  return zone;
}

/** State of every zone. Role `viewer`. @throws GatewayError `service_unready` */
export const readAlarmState = reading('viewer', (ports: Reading): readonly AlarmZoneStatus[] => {
  const [plan, state] = [readPlan(ports), ports.alarm.state()];
  return statusOf(plan, state).map((status) => {
    const zone = plan.zones.get(status.id);
    const needs = (verb: CodeVerb) => zone !== undefined && requiresCode(plan, zone, verb);
    return bodies.statusBody(status, { arm: needs('arm'), disarm: needs('disarm') });
  });
});

/** Zones without their sensors and outputs. Role `viewer`. @throws GatewayError `service_unready` */
export const listAlarmZones = reading('viewer', (ports: Reading): readonly AlarmZone[] =>
  [...readPlan(ports).config.zones].sort((a, b) => a.position - b.position).map(bodies.zoneBody),
);

/** One zone. Role `viewer`. @throws GatewayError `not_found` */
export const getAlarmZone = reading(
  'viewer',
  (ports: Reading, id: string): AlarmZone => bodies.zoneBody(zoneWith(ports, id)),
);

/** Sensors of a zone. Role `viewer`. @throws GatewayError `not_found` */
export const listAlarmSensors = reading('viewer', (ports: Reading, id: string): readonly AlarmSensor[] =>
  zoneWith(ports, id).sensors.map(bodies.sensorBody),
);

/** Outputs of a zone. Role `viewer`. @throws GatewayError `not_found` */
export const listAlarmOutputs = reading('viewer', (ports: Reading, id: string): readonly AlarmOutput[] =>
  zoneWith(ports, id).outputs.map(bodies.outputBody),
);

/** Readiness of a zone by mode. Role `viewer`. @throws GatewayError `not_found` */
export const readAlarmReadiness = reading(
  'viewer',
  (ports: Reading, id: string): Readonly<Record<string, AlarmModeReadiness>> => {
    zoneWith(ports, id);
    const status = statusOf(ports.alarm.plan(), ports.alarm.state()).find((each) => each.id === id);
    return readinessBody(status?.readiness ?? {});
  },
);

/** Zones as control panels of other systems. Role `viewer`. @throws GatewayError `service_unready` */
export const listAlarmPanels = reading('viewer', (ports: Reading): readonly AlarmPanel[] =>
  panelsOf(readPlan(ports), ports.alarm.state()).map(panelBody),
);

/** Walk test of a zone. Role `viewer`. @throws GatewayError `not_found` */
export const readAlarmWalkTest = reading('viewer', (ports: Reading, id: string): AlarmWalkTest => {
  const { sensors } = zoneWith(ports, id);
  const test = ports.alarm.state().zones[id]?.walkTest;
  return {
    active: test !== undefined,
    ...(test === undefined ? {} : { started_at: toTimestamp(test.startedAt) }),
    sensors: sensors.map((sensor) => {
      const at = test?.seen[sensor.id];
      const tested = at === undefined ? {} : { last_triggered_at: toTimestamp(at) };
      return { id: sensor.id, name: sensor.name, tested: at !== undefined, ...tested };
    }),
  };
});

/** Data points that a zone can watch. Role `viewer`. */
export const listAlarmSensorCandidates = reading(
  'viewer',
  ({ house }: Pick<AlarmCandidates, 'house'>): readonly AlarmSensorCandidate[] => sensorCandidates(house),
);

/** Keys and keypads that a code can be bound to. Role `viewer`. */
export const listAlarmRemoteKeyCandidates = reading(
  'viewer',
  ({ house }: Pick<AlarmCandidates, 'house'>): readonly AlarmRemoteKeyCandidate[] => keyCandidates(house),
);

/** Channels that an alarm can switch. Role `viewer`. */
export const listAlarmOutputCandidates = reading(
  'viewer',
  ({ house, devices }: AlarmCandidates): readonly AlarmOutputCandidate[] => outputCandidates(house, devices),
);

/** The actor of a command, after its PIN was checked. Without a PIN the account acts. */
async function actorOf(
  { alarm }: Alarming,
  caller: Caller,
  command: { readonly verb: CodeVerb; readonly zone: string; readonly code?: string | undefined },
): Promise<Actor> {
  const by = callerOf(caller);
  const { name, source } = by;
  const { code: pin, verb, zone } = command;
  if (pin === undefined) {
    return { name, source, authority: { kind: principalOf(caller).role === 'admin' ? 'admin' : 'operator' } };
  }
  if (zone !== MASTER) zoneWith({ alarm }, zone);
  const code = await alarm.checkPin({ pin, verb, zone, by });
  return { name, source, authority: { kind: 'code', code } };
}

async function command(ports: Alarming, caller: Caller, action: string, event: AlarmEvent): Promise<void> {
  const refusal = await ports.alarm.send(event);
  if (refusal !== undefined) throw refusalError(refusal);
  recordChange(ports, caller, { action, ...('zone' in event ? { note: event.zone } : {}) });
}

/**
 * Arms a zone, or all with the mode as `master`. Role `operator`; audited as `alarm_arm`.
 *
 * @throws GatewayError `not_found`, `validation`, `forbidden` (reason `invalid_code`), `rate_limited`, `conflict` (reason
 * `not_ready` with the blockers as `errors`, `already_armed`, `nothing_to_watch`)
 */
export const armAlarmZone = useCase(
  'operator',
  async (ports: Alarming, caller: Caller, zone: string, request: AlarmArmRequest): Promise<AlarmArmAccepted> => {
    const { mode, force: isForced, skip_delay: skipsDelay, bypass, code } = request;
    const by = await actorOf(ports, caller, { verb: 'arm', zone, code });
    await command(ports, caller, 'alarm_arm', { kind: 'arm', zone, by, mode, isForced, skipsDelay, bypass });
    const all = statusOf(ports.alarm.plan(), ports.alarm.state()).filter(({ id }) => zone === MASTER || id === zone);
    const delays = all.map(({ countdown }) => countdown?.remainingMs ?? 0);
    return {
      state: all.some(({ state }) => state === 'arming') ? 'arming' : 'armed',
      bypassed: all.flatMap(({ bypassed }) => bypassed),
      exit_delay_s: Math.ceil(Math.max(0, ...delays) / 1000),
    };
  },
);

/**
 * Disarms a zone and ends its alarm. Role `operator`; a zone that needs a code refuses operators without one. Audited as
 * `alarm_disarm`.
 *
 * @throws GatewayError `not_found`, `forbidden` (reason `invalid_code`), `rate_limited`
 */
export const disarmAlarmZone = useCase(
  'operator',
  async (ports: Alarming, caller: Caller, zone: string, code?: string): Promise<void> => {
    const by = await actorOf(ports, caller, { verb: 'disarm', zone, code });
    await command(ports, caller, 'alarm_disarm', { kind: 'disarm', zone, by });
  },
);

/** Ends the sound of an alarm without a disarm. Role `operator`; audited as `alarm_silence`. @throws GatewayError as `disarmAlarmZone` */
export const silenceAlarmZone = useCase(
  'operator',
  async (ports: Alarming, caller: Caller, zone: string, code?: string): Promise<void> => {
    const by = await actorOf(ports, caller, { verb: 'silence', zone, code });
    await command(ports, caller, 'alarm_silence', { kind: 'silence', zone, by });
  },
);

/** Acknowledges an ended alarm. A code has no effect. Role `operator`; audited as `alarm_acknowledge`. @throws GatewayError `not_found` */
export const acknowledgeAlarmZone = useCase(
  'operator',
  async (ports: Alarming, caller: Caller, zone: string): Promise<void> => {
    const by = await actorOf(ports, caller, { verb: 'silence', zone });
    await command(ports, caller, 'alarm_acknowledge', { kind: 'acknowledge', zone, by });
  },
);

/** Starts or ends the walk test of a zone. Role `operator`; audited as `alarm_walk_test`. @throws GatewayError `not_found`, `conflict` */
export const walkTestAlarmZone = useCase(
  'operator',
  async (ports: Alarming, caller: Caller, zone: string, to: 'start' | 'stop'): Promise<void> => {
    const by = await actorOf(ports, caller, { verb: 'silence', zone });
    const kind = to === 'start' ? 'walk_test_start' : 'walk_test_stop';
    await command(ports, caller, 'alarm_walk_test', { kind, zone, by });
  },
);

/** Switches an output on for five seconds. Role `operator`; audited as `alarm_output_test`. @throws GatewayError `not_found`, `conflict` */
export const testAlarmOutput = useCase(
  'operator',
  async (ports: Alarming, caller: Caller, output: string, opticalOnly: boolean): Promise<void> => {
    const by = await actorOf(ports, caller, { verb: 'silence', zone: MASTER });
    await command(ports, caller, 'alarm_output_test', { kind: 'test_output', output, opticalOnly, by });
  },
);

async function changeZones(
  ports: Alarming,
  caller: Caller,
  subject: string,
  change: (zones: readonly ZoneConfig[]) => readonly ZoneConfig[],
): Promise<void> {
  await ports.alarm.configure(subject, callerOf(caller), (config) => ({ ...config, zones: change(config.zones) }));
  recordChange(ports, caller, { action: 'alarm_configure', note: subject });
}

const replaced = (zones: readonly ZoneConfig[], id: string, change: (zone: ZoneConfig) => ZoneConfig) => {
  if (!zones.some((zone) => zone.id === id)) throw notFound(`Zone ${id}`);
  return zones.map((zone) => (zone.id === id ? change(zone) : zone));
};

/** Adds a zone. Role `admin`; audited as `alarm_configure`. @throws GatewayError `validation`, `conflict` */
export const createAlarmZone = useCase(
  'admin',
  async (ports: Alarming, caller: Caller, zone: AlarmZone): Promise<AlarmZone> => {
    await changeZones(ports, caller, `zone ${zone.id}`, (zones) => [...zones, bodies.zoneOf(zone)]);
    return bodies.zoneBody(zoneWith(ports, zone.id));
  },
);

/** Replaces a zone; its sensors and outputs stay. Role `admin`. @throws GatewayError `not_found`, `validation`, `conflict` */
export const putAlarmZone = useCase(
  'admin',
  async (ports: Alarming, caller: Caller, id: string, zone: AlarmZone): Promise<void> => {
    if (zone.id !== id) throw invalid([{ field: 'id', reason: 'must be the id of the path' }]);
    await changeZones(ports, caller, `zone ${id}`, (zones) => replaced(zones, id, (kept) => bodies.zoneOf(zone, kept)));
  },
);

/** Removes a disarmed zone. Role `admin`. @throws GatewayError `not_found`, `conflict` (reason `zone_armed`) */
export const deleteAlarmZone = useCase('admin', async (ports: Alarming, caller: Caller, id: string): Promise<void> => {
  zoneWith(ports, id);
  await changeZones(ports, caller, `zone ${id}`, (zones) => zones.filter((zone) => zone.id !== id));
});

/** Replaces the sensors of a zone. Role `admin`. @throws GatewayError `not_found`, `validation`, `conflict` */
export const putAlarmSensors = useCase(
  'admin',
  async (ports: Alarming, caller: Caller, id: string, sensors: readonly AlarmSensor[]): Promise<void> => {
    const next = sensors.map(bodies.sensorOf);
    await changeZones(ports, caller, `sensors of ${id}`, (zones) =>
      replaced(zones, id, (zone) => ({ ...zone, sensors: next })),
    );
  },
);

/** Replaces the outputs of a zone. Role `admin`. @throws GatewayError `not_found`, `validation`, `conflict` */
export const putAlarmOutputs = useCase(
  'admin',
  async (ports: Alarming, caller: Caller, id: string, outputs: readonly AlarmOutput[]): Promise<void> => {
    const next = outputs.map(bodies.outputOf);
    await changeZones(ports, caller, `outputs of ${id}`, (zones) =>
      replaced(zones, id, (zone) => ({ ...zone, outputs: next })),
    );
  },
);

/** Codes without PINs. Role `admin`: they show which one is for duress. */
export const listAlarmCodes = reading('admin', (ports: Reading): readonly AlarmCode[] =>
  readPlan(ports).config.codes.map((code) => bodyOfCode(ports, code)),
);

/** One code without its PIN. Role `admin`. @throws GatewayError `not_found` */
export const getAlarmCode = reading(
  'admin',
  (ports: Reading, id: string): AlarmCode => bodyOfCode(ports, codeWith(ports, id)),
);

/** Adds a code. Role `admin`; audited as `alarm_code`. @throws GatewayError `validation`, `conflict` (reason `pin_used`) */
export const createAlarmCode = useCase(
  'admin',
  async (ports: Alarming, caller: Caller, request: AlarmCodeRequest): Promise<AlarmCode> => {
    const id = ports.alarm.newId();
    await saveCode(ports, caller, { id, request });
    return bodyOfCode(ports, codeWith(ports, id));
  },
);

/** Replaces a code; without a PIN it keeps its own. Role `admin`. @throws GatewayError `not_found`, `validation`, `conflict` */
export const putAlarmCode = useCase(
  'admin',
  async (ports: Alarming, caller: Caller, id: string, request: AlarmCodeRequest): Promise<AlarmCode> => {
    codeWith(ports, id);
    await saveCode(ports, caller, { id, request });
    return bodyOfCode(ports, codeWith(ports, id));
  },
);

/** Removes a code. Role `admin`. @throws GatewayError `not_found` */
export const deleteAlarmCode = useCase('admin', async (ports: Alarming, caller: Caller, id: string): Promise<void> => {
  codeWith(ports, id);
  await ports.alarm.configure(`code ${id}`, callerOf(caller), (config) => ({
    ...config,
    codes: config.codes.filter((code) => code.id !== id),
  }));
  recordChange(ports, caller, { action: 'alarm_code', note: id });
});

const bodyOfCode = ({ alarm }: Reading, code: CodeConfig): AlarmCode =>
  bodies.codeBody(code, alarm.state().usedCodes, alarm.unreadablePins());

function codeWith(ports: Reading, id: string) {
  const code = readPlan(ports).codes.get(id);
  if (code === undefined) throw notFound(`Code ${id}`);
  return code;
}

async function saveCode(
  ports: Alarming,
  caller: Caller,
  { id, request }: { readonly id: string; readonly request: AlarmCodeRequest },
): Promise<void> {
  const { alarm } = ports;
  const pin = request.kind === 'pin' && request.pin ? request.pin : undefined;
  const hash = pin === undefined ? undefined : await alarm.hashPin(pin, id);
  const now = ports.clock.now();
  await alarm.configure(`code ${id}`, callerOf(caller), (config) => {
    const kept = config.codes.find((code) => code.id === id);
    const code = bodies.codeOf(request, {
      id,
      hash: hash ?? kept?.hash,
      createdAt: kept?.createdAt ?? now,
      updatedAt: now,
    });
    return { ...config, codes: kept === undefined ? [...config.codes, code] : replacedCode(config.codes, code) };
  });
  recordChange(ports, caller, { action: 'alarm_code', note: id });
}

const replacedCode = <T extends { readonly id: string }>(codes: readonly T[], code: T): readonly T[] =>
  codes.map((each) => (each.id === code.id ? code : each));
