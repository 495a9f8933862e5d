import type { CustomDPSummary, DeviceSummary } from '@ccu-gateway/contract/types';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import type { Cases } from '../cases/cases.js';
import { thingOf } from '../house/describe.js';
import { oneDevice } from '../house/find.js';
import { isGuardedThing } from './guard.js';
import { ofDevice, text } from './inputs.js';
import { type Body, type Plan, type ToolContext, writeTool } from './tool.js';

const USES = ['devices.list', 'devices.view', 'customDataPoints.list', 'customDataPoints.operate'] as const;

type Operating = Cases<(typeof USES)[number]>;

/** An operation of a thing, as all tools here order it. */
interface Order {
  readonly device: string;
  readonly central?: string | undefined;
  readonly thing?: string | undefined;
  readonly operation: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The device and its thing with this operation. */
function targetOf(cases: Operating, { thing, operation, ...input }: Order) {
  const device = oneDevice(cases, input);
  const things = cases['customDataPoints.list']({ device: device.address, central: device.central });
  const able = things.filter(
    ({ name, supported_operations: can }) => (thing === undefined || name === thing) && can.includes(operation),
  );
  const [only, ...others] = able;
  const named = things.map((each) => ({
    ...thingOf(each),
    label: each.translated_name,
    operations: each.supported_operations,
  }));
  if (only === undefined) {
    throw new GatewayError('unsupported', 'The device has no such thing or operation', {
      reason: 'unsupported',
      members: { things: named },
    });
  }
  if (others.length > 0) {
    throw new GatewayError('conflict', 'Several things of the device have this operation: name one with `thing`', {
      reason: 'ambiguous',
      members: { things: named },
    });
  }
  return { device, thing: only };
}

const placeOf = ({ address, name, central }: DeviceSummary) => ({ address, name, central });

function planOf(cases: Operating, order: Order): Plan {
  const { device, thing } = targetOf(cases, order);
  const { operation, params } = order;
  return {
    will: { device: placeOf(device), thing: thing.name, operation, params, before: thingOf(thing).state },
    confirm: thing.confirm[operation],
    isGuarded: isGuardedThing(thing),
  };
}

async function operate(cases: Operating, order: Order, context: ToolContext): Promise<Body> {
  const { device, thing } = targetOf(cases, order);
  const { address, central } = device;
  const { operation, params = {} } = order;
  const outcome = await context.confirmed({ address }, () =>
    cases['customDataPoints.operate']({ address, central, name: thing.name, operation, params }),
  );
  return {
    device: placeOf(device),
    thing: thing.name,
    operation,
    ...outcome,
    state: stateOf(cases['customDataPoints.list']({ device: address, central }), thing.name),
  };
}

function stateOf(things: readonly CustomDPSummary[], name: string) {
  const thing = things.find((each) => each.name === name);
  return thing === undefined ? {} : thingOf(thing).state;
}

const THING = text('Name of the thing, where the device has several. `read_device` lists them.').optional();

/** A tool that is one or two operations of things. */
function operationTool<Shape extends z.ZodRawShape>({
  orderOf,
  ...described
}: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Shape;
  readonly orderOf: (input: z.output<z.ZodObject<Shape>>) => Order;
}) {
  return writeTool({
    ...described,
    level: 'everyday',
    uses: USES,
    plan: (cases, input) => planOf(cases, orderOf(input)),
    run: (cases, input, context) => operate(cases, orderOf(input), context),
  });
}

const switchDevice = operationTool({
  name: 'switch_device',
  title: 'Switch a device on or off',
  description:
    'Switches a light, socket or siren on or off; a light optionally with a brightness. Returns the state that the CCU ' +
    'confirmed, or `not_confirmed`.',
  input: {
    ...ofDevice,
    thing: THING,
    on: z.boolean().describe('True for on.'),
    brightness: z.number().min(0).max(100).optional().describe('Of a dimmer, in percent; only with `on: true`.'),
  },
  orderOf: ({ on, brightness, ...at }) => ({
    ...at,
    operation: on ? 'turn_on' : 'turn_off',
    params: on && brightness !== undefined ? { brightness_pct: brightness } : {},
  }),
});

const setTemperature = operationTool({
  name: 'set_temperature',
  title: 'Set a temperature',
  description:
    'Sets the target temperature of a thermostat or heating group. Thermostats with a battery confirm it minutes later.',
  input: { ...ofDevice, thing: THING, temperature: z.number().min(4).max(40).describe('In °C.') },
  orderOf: ({ temperature, ...at }) => ({ ...at, operation: 'set_temperature', params: { temperature } }),
});

const moveCover = operationTool({
  name: 'move_cover',
  title: 'Move a shutter or blind',
  description:
    'Moves a shutter, blind or awning to a position, or stops it. Garages and gates need a setting and a confirmation.',
  input: {
    ...ofDevice,
    thing: THING,
    position: z.number().min(0).max(100).optional().describe('0 closed, 100 open. Left out: the movement stops.'),
  },
  orderOf: ({ position, ...at }) =>
    position === undefined
      ? { ...at, operation: 'stop', params: {} }
      : { ...at, operation: 'set_position', params: { position } },
});

const operateDevice = operationTool({
  name: 'operate_device',
  title: 'Carry out an operation of a device',
  description:
    'Carries out any operation that `read_device` lists for a thing, with its parameters: `set_mode`, `set_preset`, ' +
    '`set_color`, `open_tilt`, `lock` and others. Prefer the special tools.',
  input: {
    ...ofDevice,
    thing: THING,
    operation: text('Name of the operation.'),
    params: z.record(z.string().max(64), z.union([z.string().max(1_000), z.number(), z.boolean()])).default({}),
  },
  orderOf: (input) => input,
});

/** Tools that switch and set things. */
export const switchingTools = [switchDevice, setTemperature, moveCover, operateDevice];
