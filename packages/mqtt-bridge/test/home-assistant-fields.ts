import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Component, DiscoveryMessage } from '../src/discovery/message.js';
import { createValues } from './home-assistant-values.js';
import { blockOf, constantsIn, once } from './python-text.js';

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
  readonly availability: Fields;
  /** Undefined for a platform that the integration does not have. */
  of(component: Component): Fields | undefined;
  /** Values of a component that Home Assistant does not take. */
  refused(component: Component): readonly string[];
  /** The long name of a field that was written short. */
  long(name: string): string;
}

type Message = Pick<DiscoveryMessage['payload'], 'dev' | 'o' | 'availability' | 'cmps'>;

const FIELD = /vol\.(Optional|Required|Exclusive|Inclusive)\(\s*(?:"(\w+)"|([A-Z]\w*))/g;
/** Schemas that another one is made of; one after a colon is that of a value. */
const BASE = /(?<!: )\b[A-Z_]*SCHEMA[A-Z_]*\b/g;
/** Schema of the elements of a list. */
const ELEMENTS = /\[\s*\{[\s\S]*?\}\s*,?\s*\]/;
/** Files with the schemas that platforms share. */
const SHARED = ['config.py', 'schemas.py', 'light/schema.py'];
/** Home Assistant puts the device of the message into each component. */
const OF_MESSAGE = 'device';

const joined = (parts: readonly Fields[]): Fields => ({
  known: new Set(parts.flatMap(({ known }) => [...known])),
  required: new Set(parts.flatMap(({ required }) => [...required])),
});

/** Reads the schemas from a checkout of Home Assistant. */
export function readSchemas(folder: string): Schemas {
  const textOf = once((path) => {
    const file = join(folder, 'homeassistant', path);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  });
  const own = (name: string) => textOf(`components/mqtt/${name}`);
  const shared = textOf('const.py') + own('const.py');

  const fieldsIn = (block: string, file: string): Fields => {
    // Some constants of a platform are those of its component.
    const constants = constantsIn(shared + textOf(`components/${file.replace('.py', '/const.py')}`) + own(file));
    const found = [...block.matchAll(FIELD)].map(([, kind = '', literal, name = '']) => {
      const field = literal ?? constants.get(name);
      if (field === undefined) throw new Error(`The source of Home Assistant has no value for ${name}`);
      return { kind, field };
    });
    return {
      known: new Set(found.map(({ field }) => field)),
      required: new Set(found.filter(({ kind }) => kind === 'Required').map(({ field }) => field)),
    };
  };
  /** A schema of a file or a shared one, with those that it extends; without fields where there is none. */
  const schema = (name: string, ...files: readonly string[]): Fields => {
    const file = [...files, ...SHARED].find((each) => blockOf(own(each), name) !== '');
    if (file === undefined) return joined([]);
    const block = blockOf(own(file), name).replace(ELEMENTS, '');
    return joined([fieldsIn(block, file), ...[...block.matchAll(BASE)].map(([base]) => schema(base, file))]);
  };
  const platform = once((name) =>
    name === 'device_automation'
      ? schema('TRIGGER_DISCOVERY_SCHEMA', 'device_trigger.py')
      : joined([schema('DISCOVERY_SCHEMA', `${name}.py`), schema('_UNIQUE_ID_SCHEMA')]),
  );
  /** Each form of a light has a file of its own and requires other fields. */
  const light = once((form) =>
    joined([schema(`DISCOVERY_SCHEMA_${form.toUpperCase()}`, `light/schema_${form}.py`), schema('_UNIQUE_ID_SCHEMA')]),
  );
  const short = new Map(
    [...own('abbreviations.py').matchAll(/"(\w+)": "(\w+)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const [elements = ''] = ELEMENTS.exec(blockOf(own('schemas.py'), '_?MQTT_AVAILABILITY_LIST_SCHEMA')) ?? [];

  return {
    message: schema('DEVICE_DISCOVERY_SCHEMA'),
    device: schema('MQTT_ENTITY_DEVICE_INFO_SCHEMA'),
    origin: schema('MQTT_ORIGIN_INFO_SCHEMA'),
    availability: fieldsIn(elements, 'schemas.py'),
    of({ p, schema: form = 'basic' }) {
      const fields = p === 'light' ? light(String(form)) : platform(p);
      return fields.known.size > 1 ? fields : undefined;
    },
    refused: createValues(textOf),
    long: (name) => short.get(name) ?? name,
  };
}

/** Fields of a message that Home Assistant does not know, missing ones that it requires, and values that it refuses. */
export function faultsOf(payload: Message, schemas: Schemas): readonly string[] {
  const compare = (where: string, value: object, { known, required }: Fields) => {
    const names = Object.keys(value).map(schemas.long);
    return [
      ...names.filter((name) => !known.has(name)).map((name) => `${where}: unknown field ${name}`),
      ...[...required]
        .filter((name) => !names.includes(name) && name !== OF_MESSAGE)
        .map((name) => `${where}: no ${name}`),
    ];
  };
  const components = Object.entries(payload.cmps).flatMap(([key, component]) => {
    const { p, ...options } = component;
    const where = `${p} ${key}`;
    const fields = schemas.of(component);
    if (fields === undefined) return [`${key}: unknown platform ${p}`];
    return [...compare(where, options, fields), ...schemas.refused(component).map((value) => `${where}: ${value}`)];
  });
  return [
    ...compare('message', payload, schemas.message),
    ...compare('device', payload.dev, schemas.device),
    ...compare('origin', payload.o, schemas.origin),
    ...payload.availability.flatMap((each) => compare('availability', each, schemas.availability)),
    ...components,
  ];
}
