import { type ActingCore, type GatewayCore, GatewayError, unlessRefused } from '@ccu-gateway/gateway-core';
import type { AlarmCommand } from '../tree/alarm.js';
import type { Command } from '../tree/command.js';
import { type Confirmations, listenForConfirmations, type Outcome, type PendingPoint } from './outcome.js';
import { type DeviceFinder, findChannel, type Target } from './target.js';

/** Dependencies of the execution of commands. */
export interface Executing {
  readonly house: ActingCore;
  readonly finder: DeviceFinder;
  readonly events: Pick<GatewayCore['events'], 'subscribe'>;
  /** Aborted when the word of the CCU is not waited for any more. */
  readonly patience: () => AbortSignal;
  /** Publishes the content of a topic again; false without any content. */
  readonly tell: (topic: string) => boolean;
}

/** Carries a command out and waits for its outcome. Throws as the use cases do, and `PayloadError`. */
export async function execute(command: Command, executing: Executing): Promise<Outcome> {
  const { house } = executing;
  switch (command.kind) {
    case 'set':
      return setValue(command, executing);
    case 'get':
      return { outcome: 'confirmed', result: readValue(command, executing) };
    case 'operate':
      return operate(command, executing);
    case 'paramset':
      return writeParamset(command, executing);
    case 'sysvar':
      return setVariable(command, house);
    case 'program':
      return startProgram(command, house);
    case 'program_active':
      return switchProgram(command, house);
    case 'alarm':
      return commandAlarm(command.command, house);
    case 'tell':
      if (executing.tell(command.topic)) return { outcome: 'confirmed' };
      throw new GatewayError('not_found', `${command.topic} holds nothing`, { reason: 'not_found' });
    case 'nothing':
      return { outcome: 'confirmed' };
  }
}

type CommandOf<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;

function readValue({ central, device, channel, parameter }: CommandOf<'get'>, { house, finder }: Executing) {
  const at = finder.find(central, device);
  return house.devices.getValue({ ...at, channel: findChannel(house, at, channel), parameter });
}

async function setValue(
  { central, device, channel, parameter, value }: CommandOf<'set'>,
  executing: Executing,
): Promise<Outcome> {
  const { house, finder } = executing;
  const at = finder.find(central, device);
  const point = { ...at, channel: findChannel(house, at, channel), parameter };
  // An unknown data point is refused by the write.
  const type = unlessRefused(() => house.devices.getValue(point))?.type ?? '';
  const typed = valueOfText(value, type);
  return confirmed(executing, at, [point.channel], () => house.devices.setValue({ ...point, value: typed }));
}

async function setVariable({ central, name, value }: CommandOf<'sysvar'>, house: ActingCore): Promise<Outcome> {
  const type = unlessRefused(() => house.sysvars.get(name, { central }))?.value_type ?? '';
  await house.sysvars.set({ name, central, value: valueOfText(value, type) });
  return { outcome: 'confirmed' };
}

async function operate(
  { central, device, name, operation: named, members }: CommandOf<'operate'>,
  executing: Executing,
): Promise<Outcome> {
  const { operation, params } = named === undefined ? operationIn(members) : { operation: named, params: members };
  const { house, finder } = executing;
  const at = finder.find(central, device);
  const custom = house.customDataPoints.list({ device: at.address, central }).find((each) => each.name === name);
  const channels = custom?.channels ?? [];
  return confirmed(executing, at, channels, () => house.customDataPoints.operate({ ...at, name, operation, params }));
}

/** Some clients have one topic for all that a thing does. */
function operationIn({ operation, ...params }: Readonly<Record<string, unknown>>) {
  if (typeof operation === 'string') return { operation, params };
  const reason = 'expected the name of an operation';
  throw new GatewayError('validation', `operation ${reason}`, {
    reason: 'validation_failed',
    errors: [{ field: 'operation', reason }],
  });
}

async function writeParamset(
  { central, device, channel, paramset, values }: CommandOf<'paramset'>,
  executing: Executing,
): Promise<Outcome> {
  const { house } = executing;
  const key = paramset;
  if (key !== 'VALUES' && key !== 'MASTER') {
    throw new GatewayError('not_found', `${paramset} is no paramset that can be written; VALUES and MASTER are`);
  }
  const at = executing.finder.find(central, device);
  const number = channel === undefined ? undefined : findChannel(house, at, channel);
  const address = number === undefined ? at.address : `${at.address}:${number}`;
  return confirmed(executing, at, key === 'VALUES' && number !== undefined ? [number] : [], async () => {
    await house.paramsets.write({ address, central, key, values });
  });
}

async function startProgram({ central, program }: CommandOf<'program'>, house: ActingCore): Promise<Outcome> {
  const { id } = findProgram(house, central, program);
  const executed = await house.programs.execute({ id, central, checkConditions: false });
  return { outcome: 'confirmed', result: { executed } };
}

async function switchProgram(
  { central, program, active }: CommandOf<'program_active'>,
  house: ActingCore,
): Promise<Outcome> {
  const { id } = findProgram(house, central, program);
  const executed = await house.programs.setActive({ id, central, active });
  return { outcome: 'confirmed', result: { executed } };
}

/** Every client of a broker may send: a disarm needs a code, also where no zone has one. */
async function commandAlarm({ zone, code, ...command }: AlarmCommand, house: ActingCore): Promise<Outcome> {
  if (command.kind === 'arm') {
    const { mode } = command;
    const result = await house.alarm.arm(zone, { mode, code, force: false, skip_delay: false, bypass: [] });
    return { outcome: 'confirmed', result };
  }
  if (code === undefined) {
    throw new GatewayError('forbidden', 'A disarm over MQTT needs a code', { reason: 'invalid_code' });
  }
  await house.alarm.disarm(zone, code);
  return { outcome: 'confirmed' };
}

/** By its id, or by its name where it is the only one of that name. */
function findProgram(house: ActingCore, central: string, program: string) {
  const programs = house.programs.list({ central });
  return programs.find(({ id }) => id === program) ?? onlyOne(programs, program);
}

function onlyOne<T extends { readonly name: string }>(programs: readonly T[], name: string): T {
  const [only, second] = programs.filter((each) => each.name === name);
  if (only === undefined) throw new GatewayError('not_found', `There is no program ${name}`, { reason: 'not_found' });
  if (second === undefined) return only;
  throw new GatewayError('conflict', `Several programs are called ${name}; use the id`, { reason: 'name_not_unique' });
}

/** Writes, and waits for the outcome at each data point that then waits for its confirmation. */
async function confirmed(
  { house, events, patience }: Executing,
  at: Target,
  channels: readonly number[],
  write: () => Promise<void>,
): Promise<Outcome> {
  const confirmations: Confirmations = listenForConfirmations(events, at.address, channels);
  try {
    await write();
    return await confirmations.of(pendingIn(house, at, channels), patience());
  } finally {
    confirmations.close();
  }
}

function pendingIn(house: ActingCore, at: Target, channels: readonly number[]): readonly PendingPoint[] {
  return channels.flatMap((channel) =>
    house.devices
      .dataPoints({ ...at, channel })
      .filter(({ pending }) => pending === true)
      .map(({ parameter }) => ({ ...at, channel, parameter })),
  );
}

/**
 * A text that a template of Home Assistant renders, as the type of its data point or variable has it: `True`, `"21.5"`. Any
 * other text stays, and is refused with the reason.
 *
 * @example
 * valueOfText('True', 'BOOL'); // true
 */
function valueOfText(value: unknown, type: string): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (YES_OR_NO.has(type)) return BOOLEANS[text.toLowerCase()] ?? value;
  if (!NUMERIC.has(type) || text === '') return value;
  const number = Number(text);
  return Number.isFinite(number) ? number : value;
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };
/** Types of data points, and of variables. */
const YES_OR_NO: ReadonlySet<string> = new Set(['BOOL', 'ACTION', 'LOGIC', 'ALARM']);
const NUMERIC: ReadonlySet<string> = new Set(['FLOAT', 'INTEGER', 'NUMBER']);
