import type { DeviceView } from '@ccu-gateway/gateway-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { HouseModel } from '../../device-model/src/index.js';
import { hasData, realHouse, realTypes } from '../../device-model/test/real-devices.js';
import { viewsOf } from '../../matter-bridge/test/house.js';
import { discoveryOf } from '../src/discovery/index.js';
import { createTopics } from '../src/topics/tree.js';
import { createNaming } from '../src/tree/naming.js';
import { REAL_TYPES } from './discovery-types.js';

const options = (isWanted: (topic: string) => boolean = () => true) => ({
  areaOf: () => undefined as string | undefined,
  prefix: 'homeassistant',
  qos: 1 as const,
  isWanted,
  tree: { topics: createTopics('ccu'), naming: createNaming('address', []), style: 'json' as const },
});

const house = hasData ? realHouse() : undefined;
const views: readonly DeviceView[] =
  house === undefined ? [] : viewsOf(house).map((view) => withCalculated(house, view));

function withCalculated(of: HouseModel, view: Omit<DeviceView, 'calculatedDataPoints'>): DeviceView {
  const { address, central } = view.device;
  const calculated = [...view.dataPoints.keys()].map((channel) => {
    const found = of.calculatedDataPoints({ address, central, channel });
    return [channel, found.ok ? found.value : []] as const;
  });
  return { ...view, calculatedDataPoints: new Map(calculated) };
}

const topic = z.string().regex(/^[^#]+$/);
const entity = { name: z.string().min(1).nullable(), unique_id: z.string().regex(/^[\w-]+$/) };
const category = z.enum(['diagnostic', 'config']).optional();
const qos = z.literal(1);
const common = { ...entity, qos, entity_category: category, enabled_by_default: z.literal(false).optional() };
const told = { ...common, state_topic: topic };
const made = (p: string, required: readonly string[]) =>
  z
    .object({ p: z.literal(p), ...common })
    .loose()
    .refine((each) => required.every((key) => Object.hasOwn(each, key)));

/** Units that Home Assistant takes for each class of a sensor. */
const UNITS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  temperature: ['°C'],
  humidity: ['%'],
  voltage: ['V', 'mV'],
  current: ['A', 'mA'],
  power: ['W', 'kW'],
  energy: ['Wh', 'kWh'],
  frequency: ['Hz'],
  illuminance: ['lx'],
  signal_strength: ['dBm'],
  wind_speed: ['km/h', 'm/s'],
  precipitation: ['mm'],
  gas: ['m³'],
  volume_flow_rate: ['m³/h'],
  duration: ['s', 'min'],
  enum: [undefined],
  battery: ['%'],
};

const component = z.union([
  z.strictObject({
    p: z.literal('device_automation'),
    automation_type: z.literal('trigger'),
    type: z.string().min(1),
    subtype: z.string().min(1),
    topic,
    payload: z.string().min(1),
    value_template: z.string(),
    qos,
  }),
  z
    .strictObject({
      p: z.literal('sensor'),
      ...told,
      value_template: z.string(),
      device_class: z.string().optional(),
      state_class: z.enum(['measurement', 'total_increasing']).optional(),
      unit_of_measurement: z.string().optional(),
      options: z.array(z.string()).min(1).optional(),
      entity_category: z.literal('diagnostic').optional(),
    })
    .refine(({ device_class: kind, unit_of_measurement: unit }) => kind === undefined || UNITS[kind]?.includes(unit)),
  z.strictObject({
    p: z.literal('binary_sensor'),
    ...told,
    value_template: z.string(),
    payload_on: z.string(),
    payload_off: z.string(),
    device_class: z.enum(['battery', 'motion', 'occupancy', 'moisture', 'tamper', 'smoke', 'problem']).optional(),
    entity_category: z.literal('diagnostic').optional(),
  }),
  made('event', ['state_topic', 'event_types', 'value_template']),
  made('light', ['schema', 'command_topic', 'command_on_template', 'command_off_template', 'state_template']),
  made('switch', ['command_topic', 'payload_on', 'payload_off']),
  made('cover', ['command_topic', 'position_topic', 'set_position_topic', 'state_topic']),
  made('climate', ['modes', 'min_temp', 'max_temp', 'temperature_command_topic', 'current_temperature_topic']),
  made('lock', ['command_topic', 'payload_lock', 'payload_unlock', 'state_topic']),
  made('siren', ['command_topic', 'state_topic']),
  made('valve', ['command_topic', 'state_topic']),
  made('number', ['command_topic', 'command_template']),
  made('select', ['command_topic', 'options']),
  made('button', ['command_topic', 'payload_press']),
  made('text', ['command_topic']),
  made('update', ['state_topic']),
]);

const message = z.strictObject({
  topic: z.string().regex(/^homeassistant\/device\/[\w-]+\/config$/),
  payload: z.strictObject({
    dev: z.object({ identifiers: z.array(z.string()).length(1), name: z.string().min(1) }).loose(),
    o: z.object({ name: z.string() }),
    availability: z.array(z.object({ topic, value_template: z.string().optional() })).min(1),
    availability_mode: z.literal('all'),
    cmps: z.record(z.string().regex(/^[\w-]+$/), component),
  }),
});

/** Triggers are no entities. */
const entitiesOf = (found: ReturnType<typeof discoveryOf>) =>
  Object.values(found?.payload.cmps ?? {}).filter(({ p }) => p !== 'device_automation');

describe.skipIf(!hasData)('discovery of the real types (CCU_GATEWAY_CCU_DATA)', () => {
  const messages = views.map((view) => ({ view, found: discoveryOf(view, options()) }));

  it('announces for each type the entities of the table', () => {
    expect(realTypes().length).toBe(73);
    const found = Object.fromEntries(
      messages.map(({ view, found }) => {
        const counts: Record<string, number> = {};
        for (const { p } of entitiesOf(found)) counts[p] = (counts[p] ?? 0) + 1;
        const rows = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
        return [view.device.model, rows.map(([p, count]) => `${count} ${p}`).join(', ')];
      }),
    );
    expect(found).toEqual(REAL_TYPES);
  });

  it('is valid for Home Assistant, with units that go with their classes', () => {
    for (const { found } of messages) if (found !== undefined) message.parse(found);
  });

  it('has a unit wherever the CCU has one, and no name and no id twice', () => {
    const ids = new Set<unknown>();
    for (const { view, found } of messages) {
      const components = entitiesOf(found);
      const names = components.map(({ name }) => name);
      expect(new Set(names).size, view.device.model).toBe(names.length);
      for (const each of components) {
        expect(ids.has(each.unique_id)).toBe(false);
        ids.add(each.unique_id);
        if (each.p !== 'sensor' && each.p !== 'number') continue;
        const [channel, parameter] = String(each.state_topic ?? each.command_topic)
          .split('/')
          .slice(-2);
        const point =
          view.dataPoints.get(Number(channel))?.find((one) => one.parameter === parameter) ??
          view.calculatedDataPoints.get(Number(channel))?.find((one) => one.name === parameter);
        expect(each.unit_of_measurement).toBe(point?.unit || undefined);
      }
    }
  });

  it('has a trigger for each kind of press that the keys of a device know', () => {
    const triggers = messages.map(({ found }) => {
      const components = Object.values(found?.payload.cmps ?? {});
      const presses = components.flatMap(({ p, state_topic, event_types }) =>
        p === 'event' && Array.isArray(event_types)
          ? event_types.map((type) => String(state_topic).replace('+', String(type).toUpperCase()))
          : [],
      );
      const made = components.filter(({ p }) => p === 'device_automation');
      expect(made.map((each) => each.topic)).toEqual(presses);
      expect(new Set(made.map(({ type, subtype }) => `${type} ${subtype}`)).size).toBe(made.length);
      return made.length;
    });
    expect(Math.max(...triggers)).toBeGreaterThan(10);
  });

  it('leaves out topics that are not published', () => {
    const [view] = views;
    if (view === undefined) throw new Error('there is no device');
    const found = discoveryOf(
      view,
      options((topic) => !topic.includes('/custom/') && !topic.includes('/status/')),
    );
    const components = Object.values(found?.payload.cmps ?? {});
    expect(components.filter(({ state_topic: at }) => /custom|status/.test(String(at)))).toEqual([]);
  });

  it('suggests the room of a device, the area of several rooms, and else the first room', () => {
    const view = views.find((each) => discoveryOf(each, options()) !== undefined);
    if (view === undefined) throw new Error('there is no device');
    const areaOf = (rooms: readonly string[]) => (rooms.includes('Garden') ? undefined : 'Ground floor');
    const suggested = (rooms: string[]) =>
      discoveryOf({ ...view, device: { ...view.device, rooms } }, { ...options(), areaOf })?.payload.dev.suggested_area;
    expect(suggested(['Kitchen'])).toBe('Kitchen');
    expect(suggested(['Kitchen', 'Hall'])).toBe('Ground floor');
    expect(suggested(['Kitchen', 'Garden'])).toBe('Kitchen');
    expect(suggested([])).toBeUndefined();
  });

  it('makes devices of two CCUs two devices', () => {
    const [view] = views;
    if (view === undefined) throw new Error('there is no device');
    const other = { ...view, device: { ...view.device, central: 'other' } };
    expect(discoveryOf(other, options())?.topic).not.toBe(discoveryOf(view, options())?.topic);
  });

  it('keeps the ids of Home Assistant for a device in the place of another one', () => {
    const view = views.find((each) => discoveryOf(each, options()) !== undefined);
    if (view === undefined) throw new Error('there is no device');
    const { address } = view.device;
    const moved = { ...view, device: { ...view.device, address: '0001D3C99C00FF', identity_address: address } };
    const [before, now] = [discoveryOf(view, options()), discoveryOf(moved, options())];
    expect(now?.topic).toBe(before?.topic);
    expect(now?.payload.dev).toMatchObject({
      identifiers: before?.payload.dev.identifiers,
      serial_number: '0001D3C99C00FF',
    });
    const idsOf = (message: typeof now) => Object.values(message?.payload.cmps ?? {}).map(({ unique_id: id }) => id);
    expect(idsOf(now)).toEqual(idsOf(before));
  });
});
