import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasData, realHouse } from '../../device-model/test/real-devices.js';
import { type EndpointPlan, exposablesIn, type Profile, type ValueReader } from '../src/index.js';
import { optionsFor, valuesOf, viewsOf } from './house.js';
import { madeUpHouse } from './made-up.js';
import { offlineNode } from './offline-node.js';
import { shapeOf } from './shapes.js';

const PROFILES: readonly Profile[] = ['all', 'alexa', 'google', 'apple', 'homeassistant'];

/** One plan of each shape: the library looks at shapes, not at addresses. */
function plansOf(views: ReturnType<typeof viewsOf>): readonly EndpointPlan[] {
  const plans = PROFILES.flatMap((profile) => exposablesIn(views, optionsFor(profile))).flatMap(
    ({ plan }) => plan ?? [],
  );
  return [...new Map(plans.map((plan) => [shapeOf(plan), plan])).values()];
}

/** What a CCU might say of everything, so that every attribute is set once. */
const SAID = valuesOf(
  Object.fromEntries([
    ...[0, 1, 2, 3, 4].flatMap((channel) =>
      Object.entries({
        LOW_BAT: true,
        LOWBAT: true,
        OPERATING_VOLTAGE_LEVEL: 55,
        LEVEL: 0.5,
        STATE: 1,
        MOTION: true,
        ILLUMINATION: 240,
        ACTUAL_TEMPERATURE: 21.5,
        TEMPERATURE: -4.2,
        HUMIDITY: 48,
        AIR_PRESSURE: 1013.2,
        RAINING: true,
        ALARMSTATE: true,
        SMOKE_DETECTOR_ALARM_STATUS: 1,
        CO_ALARM: true,
        CONCENTRATION: 1250,
        MASS_CONCENTRATION_PM_2_5: 12,
        MASS_CONCENTRATION_PM_10: 30,
        POWER: 231.4,
        VOLTAGE: 229.8,
        CURRENT: 1007,
        FREQUENCY: 49.98,
        ENERGY_COUNTER: 12_345.6,
      }).map(([parameter, value]) => [`${channel}.${parameter}`, value] as const),
    ),
    ...[
      'STATE',
      'LEVEL',
      'SET_POINT_TEMPERATURE',
      'SET_TEMPERATURE',
      'SETPOINT',
      'LOCK_TARGET_LEVEL',
      'DOOR_COMMAND',
    ].map(
      (name) =>
        [
          name,
          {
            is_on: true,
            brightness: 128,
            hue: 210,
            saturation: 70,
            color_temp_kelvin: 2700,
            color_mode: 'color_temp',
            current_position: 30,
            current_tilt_position: 80,
            is_opening: true,
            is_closing: false,
            is_locked: true,
            is_open: true,
            hvac_mode: 'heat',
            hvac_action: 'heating',
            current_temperature: 20.7,
            target_temperature: 22,
            current_humidity: 51,
            valve_position: 35,
          },
        ] as const,
    ),
  ]),
);

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each)) ?? 'null');

type Node = Awaited<ReturnType<typeof offlineNode>>;
type Endpoint = Awaited<ReturnType<Node['add']>>;

const stateName = (cluster: string): string => cluster.charAt(0).toLowerCase() + cluster.slice(1);

function expectState(plan: Pick<EndpointPlan, 'clusters'>, endpoint: Endpoint, values: ValueReader): void {
  const state = endpoint.state as unknown as Record<string, Record<string, unknown>>;
  for (const cluster of plan.clusters) {
    const has = state[stateName(cluster.name)] ?? {};
    const wanted = { ...cluster.initial, ...cluster.fixed, ...cluster.attributes(values) };
    const kept = Object.fromEntries(Object.keys(wanted).map((name) => [name, has[name]]));
    expect(plain(kept), cluster.name).toMatchObject(plain(wanted) as object);
  }
}

/** Builds the endpoint while nothing is known, tells it the values, and looks at what the library made of both. */
async function check(node: Node, plan: EndpointPlan): Promise<void> {
  const endpoint = await node.add(plan, valuesOf());
  const children = new Map([...endpoint.parts].map((part) => [part.id, part as Endpoint]));
  const pairs = [
    [plan, endpoint] as const,
    ...plan.parts.map((part) => [part, children.get(part.id) as Endpoint] as const),
  ];
  for (const [each, of] of pairs) {
    expectState(each, of, valuesOf());
    const said = each.clusters.map(({ name, attributes }) => [stateName(name), attributes(SAID)] as const);
    await of.set(Object.fromEntries(said) as never);
    expectState(each, of, SAID);
  }
}

describe('matter.js', () => {
  let node: Node;
  beforeAll(async () => {
    node = await offlineNode();
  });
  afterAll(() => node.close());

  const madeUp = plansOf(viewsOf(madeUpHouse()));
  it.each(madeUp.map((plan) => [shapeOf(plan), plan] as const))('accepts %s', (_, plan) => check(node, plan));

  describe.skipIf(!hasData)('of the real types (CCU_GATEWAY_CCU_DATA)', () => {
    const real = hasData ? plansOf(viewsOf(realHouse())) : [];
    it.each(real.map((plan) => [`${plan.product} as ${shapeOf(plan)}`, plan] as const))('accepts %s', (_, plan) =>
      check(node, plan),
    );
  });

  it('refuses values outside of the standard, so that these tests can fail', async () => {
    const plan = madeUp.find(({ deviceTypes }) => deviceTypes[0] === 'DimmableLight');
    if (plan === undefined) throw new Error('no dimmer was made up');
    const broken = plan.clusters.map((each) =>
      each.name === 'LevelControl' ? { ...each, initial: { currentLevel: 300 } } : each,
    );
    await expect(node.add({ ...plan, clusters: broken }, valuesOf())).rejects.toThrow();
  });
});
