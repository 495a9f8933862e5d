import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasData, realHouse } from '../../device-model/test/real-devices.js';
import { viewsOf } from '../../matter-bridge/test/house.js';
import { discoveryOf } from '../src/discovery/index.js';
import type { DiscoveryMessage } from '../src/discovery/message.js';
import { createTopics } from '../src/topics/tree.js';
import { createNaming } from '../src/tree/naming.js';
import { faultsOf, readSchemas } from './home-assistant-fields.js';

const { CCU_GATEWAY_HOME_ASSISTANT: checkout = '' } = process.env;

const options = {
  areaOf: () => undefined,
  prefix: 'homeassistant',
  qos: 1 as const,
  isWanted: () => true,
  tree: { topics: createTopics('ccu'), naming: createNaming('address', []), style: 'json' as const },
};

/** A made-up integration with one platform, in the form of a real one. */
const FILES = {
  'homeassistant/const.py': 'CONF_NAME: Final = "name"\nCONF_DEVICE: Final = "device"\n',
  'homeassistant/components/mqtt/const.py':
    'CONF_QOS = "qos"\nCONF_IDS = "identifiers"\nCONF_ORIGIN = "origin"\nCONF_PARTS = "components"\nCONF_AVAIL = "availability"\nCONF_MODE = "availability_mode"\n',
  'homeassistant/components/mqtt/abbreviations.py': 'ABBREVIATIONS = {\n    "ids": "identifiers",\n}\n',
  'homeassistant/components/mqtt/schemas.py': [
    'MQTT_ENTITY_DEVICE_INFO_SCHEMA = vol.All(\n    {\n        vol.Optional(CONF_IDS): list,\n    },\n)',
    'MQTT_ORIGIN_INFO_SCHEMA = vol.All({\n    vol.Required(CONF_NAME): str,\n})',
    'MQTT_AVAILABILITY_LIST_SCHEMA = vol.Schema({\n    vol.Optional(\n        CONF_MODE, default=1\n    ): str,\n    vol.Exclusive(CONF_AVAIL, "x"): list,\n})',
    'DEVICE_DISCOVERY_SCHEMA = X.extend({\n    vol.Required(CONF_DEVICE): X,\n    vol.Required(CONF_PARTS): X,\n    vol.Required(CONF_ORIGIN): X,\n    vol.Optional(CONF_QOS): int,\n})',
    'MQTT_ENTITY_COMMON_SCHEMA = X.extend({\n    vol.Optional(CONF_NAME): str,\n})\n',
  ].join('\n\n'),
  'homeassistant/components/mqtt/lamp.py':
    'CONF_COLOUR = "colour"\nPLATFORM_SCHEMA_MODERN = X.extend({\n    vol.Required(CONF_COLOUR): str,\n    vol.Optional("glow"): int,\n})\n',
};

function madeUp() {
  const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-fields-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return readSchemas(folder);
}

const messageOf = (cmps: DiscoveryMessage['payload']['cmps'], change: object = {}): DiscoveryMessage => ({
  topic: 'homeassistant/device/x/config',
  payload: {
    ...{ dev: { identifiers: ['x'] }, o: { name: 'ccu-gateway' }, availability: [], availability_mode: 'all', qos: 1 },
    cmps,
    ...change,
  },
});

describe('the fields of a discovery message', () => {
  it('are compared with the schemas of a source: unknown and missing ones are named', () => {
    const schemas = madeUp();
    expect(faultsOf(messageOf({ a: { p: 'lamp', name: 'A', colour: 'red', glow: 1 } }), schemas)).toEqual([]);
    expect(faultsOf(messageOf({ a: { p: 'lamp', color: 'red' } }), schemas)).toEqual([
      'lamp a: unknown field color',
      'lamp a: no colour',
    ]);
    expect(faultsOf(messageOf({ a: { p: 'torch' } }), schemas)).toEqual(['a: unknown platform torch']);
    expect(faultsOf(messageOf({}, { dev: { ids: ['x'], mood: 1 }, o: {}, more: 1 }), schemas)).toEqual([
      'message: unknown field more',
      'device: unknown field mood',
      'origin: no name',
    ]);
  });
});

describe.skipIf(checkout === '' || !hasData)(
  'the discovery of every real type (set CCU_GATEWAY_HOME_ASSISTANT and CCU_GATEWAY_CCU_DATA)',
  () => {
    it('has only fields that the integration of Home Assistant knows, and all that it requires', () => {
      const schemas = readSchemas(checkout);
      const views = viewsOf(realHouse()).map((view) => ({ ...view, calculatedDataPoints: new Map() }));
      const messages = views.flatMap((view) => discoveryOf(view, options) ?? []);
      expect(messages.length).toBeGreaterThan(50);
      expect([...new Set(messages.flatMap((message) => faultsOf(message, schemas)))]).toEqual([]);
    });
  },
);
