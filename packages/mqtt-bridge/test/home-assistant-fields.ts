import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiscoveryMessage } from '../src/discovery/message.js';

/** Names of fields that a schema of Home Assistant takes, and of those it requires. */
interface Fields {
  readonly known: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

/** The schemas of Home Assistant's MQTT integration, as its source has them. */
export interface Schemas {
  readonly message: Fields;
  readonly device: Fields;
  readonly origin: Fields;
  /** By platform; undefined for one that the integration does not have. */
  platform(name: string): Fields | undefined;
  /** The long name of a field that was written short. */
  long(name: string): string;
}

const CONSTANT = /^((?:CONF|ATTR)_\w+)(?:: [\w[\]]+)?\s*=\s*"(\w+)"/gm;
const FIELD = /vol\.(Optional|Required|Exclusive|Inclusive)\(\s*(?:"(\w+)"|((?:CONF|ATTR)_\w+))/g;
/** Filled in from the message of the device. */
const OF_MESSAGE = new Set(['device', 'state_topic', 'command_topic', 'platform']);

/** Reads the schemas from a checkout of Home Assistant. */
export function readSchemas(folder: string): Schemas {
  const integration = join(folder, 'homeassistant/components/mqtt');
  const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const own = (name: string) => textOf(join(integration, name));
  const constantsOf = (text: string) =>
    [...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value] as const);
  const shared = [textOf(join(folder, 'homeassistant/const.py')), own('const.py')].flatMap(constantsOf);

  const fieldsOf = (text: string, source = text): Fields => {
    const constants = new Map([...shared, ...constantsOf(source)]);
    const found = [...text.matchAll(FIELD)].map(([, kind = '', literal, name = '']) => {
      const field = literal ?? constants.get(name);
      if (field === undefined) throw new Error(`The source of Home Assistant has no value for ${name}`);
      return { kind, field };
    });
    return {
      known: new Set(found.map(({ field }) => field)),
      required: new Set(found.filter(({ kind }) => kind === 'Required').map(({ field }) => field)),
    };
  };
  /** The text of an assignment at the beginning of a line. */
  const blockOf = (text: string, name: string) =>
    new RegExp(`^${name}\\b[^\\n]*=[\\s\\S]*?(?=^(?![)}\\]])\\S)`, 'm').exec(`${text}\nend`)?.[0] ?? '';
  const common = ['schemas.py', 'mixins.py', 'config.py'].map(own);
  const inCommon = (name: string) => {
    const text = common.find((each) => blockOf(each, name) !== '') ?? '';
    return fieldsOf(blockOf(text, name), text);
  };
  const both = (one: Fields, ...others: readonly Fields[]): Fields => ({
    known: new Set([one, ...others].flatMap(({ known }) => [...known])),
    required: one.required,
  });
  const availability = ['MQTT_AVAILABILITY_SINGLE_SCHEMA', 'MQTT_AVAILABILITY_LIST_SCHEMA'].map(inCommon);
  const ofEntities = [...availability, ...common.map((text) => fieldsOf(text))];
  const short = new Map(
    [...own('abbreviations.py').matchAll(/"(\w+)": "(\w+)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

  return {
    message: both(inCommon('DEVICE_DISCOVERY_SCHEMA'), ...availability),
    device: inCommon('MQTT_ENTITY_DEVICE_INFO_SCHEMA'),
    origin: inCommon('MQTT_ORIGIN_INFO_SCHEMA'),
    long: (name) => short.get(name) ?? name,
    platform(name) {
      if (name === 'device_automation') {
        const text = own('device_trigger.py');
        return both(fieldsOf(blockOf(text, 'TRIGGER_DISCOVERY_SCHEMA'), text), ...common.map((each) => fieldsOf(each)));
      }
      // A light has a file for each of its schemas, and requires other fields in each.
      const parts = join(integration, name);
      if (existsSync(parts)) {
        const texts = readdirSync(parts)
          .filter((file) => file.endsWith('.py'))
          .map((file) => textOf(join(parts, file)));
        const known = texts.map((text) => fieldsOf(text));
        return { ...both(known[0]!, ...known, ...ofEntities), required: new Set() };
      }
      const text = own(`${name}.py`);
      return text === '' ? undefined : both(fieldsOf(text), ...ofEntities);
    },
  };
}

/** Fields of a message that Home Assistant does not know, and missing ones that it requires. */
export function faultsOf({ payload }: DiscoveryMessage, schemas: Schemas): readonly string[] {
  const compare = (where: string, value: object, { known, required }: Fields) => {
    const names = Object.keys(value).map(schemas.long);
    return [
      ...names.filter((name) => !known.has(name)).map((name) => `${where}: unknown field ${name}`),
      ...[...required]
        .filter((name) => !names.includes(name) && !OF_MESSAGE.has(name))
        .map((name) => `${where}: no ${name}`),
    ];
  };
  const { dev, o, cmps } = payload;
  const components = Object.entries(cmps).flatMap(([key, { p, ...options }]) => {
    const fields = schemas.platform(p);
    return fields === undefined ? [`${key}: unknown platform ${p}`] : compare(`${p} ${key}`, options, fields);
  });
  // Its short names stand for what the components and the device are checked as.
  const written = Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      { dev: 'device', o: 'origin', cmps: 'components' }[name] ?? name,
      value,
    ]),
  );
  return [
    ...compare('message', written, schemas.message),
    ...compare('device', dev, schemas.device),
    ...compare('origin', o, schemas.origin),
    ...components,
  ];
}
