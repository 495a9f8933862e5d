import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { customDataPoint } from '@ccu-gateway/contract';
import type { AlarmPanel } from '@ccu-gateway/contract/types';
import type { DeviceView } from '@ccu-gateway/gateway-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasData, realHouse } from '../../device-model/test/real-devices.js';
import { viewsOf } from '../../matter-bridge/test/house.js';
import { alarmDiscoveryOf } from '../src/discovery/alarm.js';
import { hubDiscoveryOf } from '../src/discovery/hub.js';
import { discoveryOf } from '../src/discovery/index.js';
import { measureOf, YES_MEANS } from '../src/discovery/measure.js';
import type { DiscoveryMessage } from '../src/discovery/message.js';
import { createPeopleMessages } from '../src/messages.js';
import { createTopics } from '../src/topics/tree.js';
import { ARM_ACTIONS } from '../src/tree/alarm.js';
import { createNaming } from '../src/tree/naming.js';
import { faultsOf, readSchemas } from './home-assistant-fields.js';
import { COUNTED, VIEW } from './hub-view.js';

const { CCU_GATEWAY_HOME_ASSISTANT: checkout = '' } = process.env;

const topics = createTopics('ccu');
const options = {
  areaOf: () => undefined,
  prefix: 'homeassistant',
  qos: 1 as const,
  isWanted: () => true,
  tree: { topics, naming: createNaming('address', []), style: 'json' as const },
};

/** A made-up integration with three platforms, in the form of a real one. */
const FILES = {
  'const.py':
    'CONF_NAME: Final = "name"\nCONF_DEVICE: Final = "device"\nGRAMS: Final = "g"\n\n\nclass EntityCategory(StrEnum):\n    """Kinds."""\n\n    CONFIG = "config"\n\n\nclass UnitOfLight(\n    StrEnum,\n    metaclass=Dated,\n):\n    LUMEN = "lm"\n',
  'components/lamp/const.py':
    'class LampDeviceClass(StrEnum):\n    """Classes."""\n\n    # In a room\n    CEILING = "ceiling"\n    """At the top."""\n\n\nDOMAIN = "lamp"\n',
  'components/sensor/const.py':
    'CONF_STATE_CLASS: Final = "state_class"\n\n\nclass SensorDeviceClass(StrEnum):\n    WEIGHT = "weight"\n    LIGHT = "light"\n\n\nclass SensorStateClass(StrEnum):\n    NOW = "now"\n    SUM = "sum"\n\n\nDEVICE_CLASS_UNITS: dict[SensorDeviceClass, set[str]] = {\n    SensorDeviceClass.WEIGHT: {\n        GRAMS,\n        UnitOfLight.LUMEN,\n    },\n    SensorDeviceClass.LIGHT: set(UnitOfLight),\n}\n\nDEVICE_CLASS_STATE_CLASSES: dict[SensorDeviceClass, set[SensorStateClass]] = {\n    SensorDeviceClass.WEIGHT: {SensorStateClass.NOW},\n    SensorDeviceClass.LIGHT: set(SensorStateClass),\n}\n',
  'components/mqtt/const.py':
    'ATTR_QOS = "qos"\nCONF_QOS = ATTR_QOS\nCONF_IDS = "identifiers"\nCONF_ORIGIN = "origin"\nCONF_PARTS = "components"\nCONF_AVAIL = "availability"\nCONF_MODE = "availability_mode"\nCONF_TOPIC = "topic"\nCONF_ID = "unique_id"\n',
  'components/mqtt/abbreviations.py':
    'ABBREVIATIONS = {\n    "cmps": "components",\n    "dev": "device",\n    "o": "origin",\n}\n\nDEVICE_ABBREVIATIONS = {\n    "ids": "identifiers",\n}\n',
  'components/mqtt/config.py':
    'SCHEMA_BASE = {\n    vol.Optional(CONF_QOS, default=0): int,\n}\n\nMQTT_BASE_SCHEMA = vol.Schema(SCHEMA_BASE)\n\n# With a state\nMQTT_RO_SCHEMA = MQTT_BASE_SCHEMA.extend(\n    {\n        vol.Required(CONF_TOPIC): str,\n    }\n)\n',
  'components/mqtt/schemas.py': [
    '_MQTT_AVAILABILITY_LIST_SCHEMA = vol.Schema(\n    {\n        vol.Optional(\n            CONF_MODE, default=1\n        ): str,\n        vol.Exclusive(CONF_AVAIL, "x"): vol.All(\n            list,\n            [\n                {\n                    vol.Required(CONF_TOPIC): str,\n                }\n            ],\n        ),\n    }\n)',
    'MQTT_ENTITY_DEVICE_INFO_SCHEMA = vol.All(\n    {\n        vol.Optional(CONF_IDS): list,\n    },\n)',
    'MQTT_ORIGIN_INFO_SCHEMA = vol.All({\n    vol.Required(CONF_NAME): str,\n})',
    'MQTT_ENTITY_COMMON_SCHEMA = _MQTT_AVAILABILITY_LIST_SCHEMA.extend(\n    {\n        vol.Optional(CONF_DEVICE): MQTT_ENTITY_DEVICE_INFO_SCHEMA,\n        vol.Optional("entity_category"): str,\n    }\n)',
    '_UNIQUE_ID_SCHEMA = vol.Schema(\n    {vol.Required(CONF_ID): str},\n).extend({}, extra=True)',
    'DEVICE_DISCOVERY_SCHEMA = _MQTT_AVAILABILITY_LIST_SCHEMA.extend({\n    vol.Required(CONF_DEVICE): MQTT_ENTITY_DEVICE_INFO_SCHEMA,\n    vol.Required(CONF_PARTS): X,\n    vol.Required(CONF_ORIGIN): X,\n})\n',
  ].join('\n\n\n'),
  'components/mqtt/lamp.py':
    'CONF_COLOUR = "colour"\n\n_PLATFORM_SCHEMA_BASE = MQTT_BASE_SCHEMA.extend(\n    {\n        vol.Required(CONF_COLOUR): str,\n        vol.Optional("glow"): int,\n        vol.Optional("device_class"): vol.Any(DEVICE_CLASSES_SCHEMA, None),\n    }\n).extend(MQTT_ENTITY_COMMON_SCHEMA.schema)\n\nDISCOVERY_SCHEMA = vol.All(\n    _PLATFORM_SCHEMA_BASE.extend({}, extra=vol.REMOVE_EXTRA),\n    check,\n)\n\n\nclass Lamp:\n    """A lamp."""\n',
  'components/mqtt/sensor.py':
    'DISCOVERY_SCHEMA = MQTT_RO_SCHEMA.extend({\n    vol.Optional("device_class"): str,\n    vol.Optional(CONF_STATE_CLASS): str,\n    vol.Optional("unit_of_measurement"): str,\n})\n',
  'components/mqtt/light/schema.py': 'MQTT_LIGHT_SCHEMA_SCHEMA = vol.Schema({\n    vol.Optional("schema"): str,\n})\n',
  'components/mqtt/light/schema_json.py':
    'DISCOVERY_SCHEMA_JSON = MQTT_BASE_SCHEMA.extend({\n    vol.Required(CONF_TOPIC): str,\n}).extend(MQTT_LIGHT_SCHEMA_SCHEMA.schema)\n',
  'components/mqtt/device_trigger.py':
    'TRIGGER_DISCOVERY_SCHEMA = MQTT_BASE_SCHEMA.extend(\n    {\n        vol.Required(CONF_DEVICE): MQTT_ENTITY_DEVICE_INFO_SCHEMA,\n        vol.Required("type"): str,\n    },\n    extra=vol.REMOVE_EXTRA,\n)\n',
};

function madeUp() {
  const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-fields-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(folder, 'homeassistant', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return readSchemas(folder);
}

type Message = Parameters<typeof faultsOf>[0];

const messageOf = (cmps: Message['cmps'], change: object = {}): Message => ({
  ...{ dev: { identifiers: ['x'] }, o: { name: 'ccu-gateway' }, availability: [{ topic: 'x' }] },
  cmps,
  ...change,
});

describe('a discovery message', () => {
  it('is compared with the schemas of a source: unknown and missing fields are named', () => {
    const faults = (...given: Parameters<typeof messageOf>) => faultsOf(messageOf(...given), madeUp());
    expect(faults({ a: { p: 'lamp', unique_id: 'a', colour: 'red', glow: 1, qos: 1 } })).toEqual([]);
    expect(faults({ a: { p: 'lamp', unique_id: 'a', color: 'red', topic: 'x' } })).toEqual([
      'lamp a: unknown field color',
      'lamp a: unknown field topic',
      'lamp a: no colour',
    ]);
    expect(faults({ a: { p: 'sensor' } })).toEqual(['sensor a: no topic', 'sensor a: no unique_id']);
    expect(faults({ a: { p: 'light', schema: 'json', unique_id: 'a' } })).toEqual(['light a: no topic']);
    expect(faults({ a: { p: 'light', unique_id: 'a' } })).toEqual(['a: unknown platform light']);
    expect(faults({ a: { p: 'device_automation' } })).toEqual(['device_automation a: no type']);
    expect(faults({ a: { p: 'torch' } })).toEqual(['a: unknown platform torch']);
    expect(faults({}, { dev: { ids: ['x'], mood: 1 }, o: {}, more: 1, availability: [{ mode: 1 }] })).toEqual([
      'message: unknown field more',
      'device: unknown field mood',
      'origin: no name',
      'availability: unknown field mode',
      'availability: no topic',
    ]);
  });

  it('is compared with the values of a source: those outside of its enumerations and tables are named', () => {
    const faults = (component: object) =>
      faultsOf(messageOf({ a: { p: 'sensor', unique_id: 'a', topic: 'x', ...component } }), madeUp());
    const lamp = { p: 'lamp', colour: 'red', topic: undefined };
    expect(faults({ ...lamp, device_class: 'ceiling', entity_category: 'config' }).slice(1)).toEqual([]);
    expect(faults({ ...lamp, device_class: 'weight', entity_category: 'secret' }).slice(1)).toEqual([
      'lamp a: device_class weight',
      'lamp a: entity_category secret',
    ]);
    for (const unit of ['g', 'lm']) expect(faults({ device_class: 'weight', unit_of_measurement: unit })).toEqual([]);
    expect(faults({ device_class: 'light', unit_of_measurement: 'lm', state_class: 'sum' })).toEqual([]);
    expect(faults({ device_class: 'light', unit_of_measurement: 'g', state_class: 'ever' })).toEqual([
      'sensor a: state_class ever',
      'sensor a: light with unit_of_measurement g',
      'sensor a: light with state_class ever',
    ]);
    expect(faults({ device_class: 'weight', state_class: 'sum' })).toEqual([
      'sensor a: weight with unit_of_measurement undefined',
      'sensor a: weight with state_class sum',
    ]);
  });
});

/** Devices with one custom data point of a category that has every option. */
function customViews(): readonly DeviceView[] {
  const device = {
    address: 'A',
    name: 'A',
    model: 'X',
    interface: 'HmIP-RF',
    firmware: { Current: '1' },
    updatable: true,
  };
  const whole = {
    ...{ name: 'X', kind: 'x', channel_no: 1, translated_name: '', parameter_name: '' },
    supported_operations: ['open', 'stop', 'vent', 'lock', 'set_tilt_position', 'set_mode', 'set_preset'],
    capabilities: { dimmable: true, color: true, color_temp: true, humidity: true },
    config: {
      ...{ min_temp: 5, max_temp: 30, temp_step: 0.5, hvac_modes: ['auto', 'heat', 'off'], preset_modes: ['boost'] },
      ...{ min_color_temp_kelvin: 2_000, max_color_temp_kelvin: 6_500 },
      ...{ available_effects: ['Off', 'Fire'], available_tones: ['Low'] },
    },
    state: { effect: 'Off', is_locking: false },
  };
  const kinds = customDataPoint.shape.category.options.flatMap((category) => [
    { ...whole, category, confirm: {} },
    { ...whole, category, confirm: { turn_on: {} } },
  ]);
  const nothing = new Map();
  // The members that entities of custom data points read.
  return kinds.map(
    (custom) => ({ device, customDataPoints: [custom], dataPoints: nothing, calculatedDataPoints: nothing }) as never,
  );
}

function realViews(): readonly DeviceView[] {
  const house = realHouse();
  return viewsOf(house).map((view) => {
    const { address, central } = view.device;
    const calculated = [...view.dataPoints.keys()].map((channel) => {
      const found = house.calculatedDataPoints({ address, central, channel });
      return [channel, found.ok ? found.value : []] as const;
    });
    return { ...view, calculatedDataPoints: new Map(calculated) };
  });
}

/** Units and parameters that mean a quantity. */
const UNITS = '°C V mV A mA W kW Wh kWh Hz lx dBm km/h m/s hPa m³/h L/h L/min ppm h min s'.split(' ');
const QUANTITIES = [
  ...['ACTUAL_HUMIDITY', 'HUMIDITY', 'RAIN_COUNTER', 'GAS_ENERGY_COUNTER', 'GAS_VOLUME', 'GAS_FLOW', 'WATER_VOLUME'],
  ...['WATER_VOLUME_SINCE_OPEN', 'WATER_FLOW', 'OPERATING_VOLTAGE_LEVEL', 'SUNSHINEDURATION'],
];

const PANEL: AlarmPanel = {
  ...{ unique_id: 'x', zone_id: 'ground', name: 'Ground floor', category: 'alarm_control_panel', state: 'disarmed' },
  ...{ supported_modes: Object.values(ARM_ACTIONS), available: true, master: false },
  ...{ code_arm_required: false, code_disarm_required: true },
};

/** The message with the entity for messages to people. */
async function peopleMessage(): Promise<Message> {
  return new Promise((resolve, onError) => {
    const publish = async ({ payload }: { readonly payload: string }) => resolve(JSON.parse(payload));
    const messages = createPeopleMessages({ topics, discovery: 'homeassistant', onError });
    messages.offer(true);
    messages.connected({ publish } as never);
  });
}

describe.skipIf(checkout === '')('the integration of Home Assistant (set CCU_GATEWAY_HOME_ASSISTANT)', () => {
  const judged = (messages: readonly (DiscoveryMessage | undefined)[]) => {
    const schemas = readSchemas(checkout);
    const payloads = messages.flatMap((message) => message?.payload ?? []);
    expect(payloads).toHaveLength(messages.length);
    return [...new Set(payloads.flatMap((payload) => faultsOf(payload, schemas)))];
  };

  it.skipIf(!hasData)('takes the messages of every real type (set CCU_GATEWAY_CCU_DATA)', () => {
    const messages = realViews().flatMap((view) => discoveryOf(view, options) ?? []);
    expect(messages.length).toBeGreaterThan(50);
    expect(judged(messages)).toEqual([]);
  });

  it('takes the messages of every category of custom data points', () => {
    expect(judged(customViews().map((view) => discoveryOf(view, options)))).toEqual([]);
  });

  it('takes the messages of a CCU and of the variables that it counts by itself', () => {
    expect(judged([VIEW, COUNTED].map((view) => hubDiscoveryOf(view, options)))).toEqual([]);
  });

  it('takes the class, unit and state class of each measured value, and the meaning of each binary one', () => {
    const about = { unique_id: 'x', state_topic: 'x' };
    const measured = [
      ...UNITS.map((unit) => measureOf('ANY', unit)),
      ...QUANTITIES.map((parameter) => measureOf(parameter, undefined)),
    ].map((measure) => ({ p: 'sensor', ...about, ...measure }));
    expect(measured.filter((each) => each.device_class === undefined)).toEqual([]);
    const binary = Object.values(YES_MEANS).map((device_class) => ({ p: 'binary_sensor', ...about, device_class }));
    const cmps = Object.fromEntries([...measured, ...binary].entries());
    expect(faultsOf(messageOf(cmps), readSchemas(checkout))).toEqual([]);
  });

  it('takes the message of the alarm system', () => {
    expect(judged([alarmDiscoveryOf([PANEL], options)])).toEqual([]);
  });

  it('takes the message with the entity for messages to people', async () => {
    expect(faultsOf(await peopleMessage(), readSchemas(checkout))).toEqual([]);
  });
});
