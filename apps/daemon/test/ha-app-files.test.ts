import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadConfig } from '../src/config/index.js';
import { repository } from './process.js';

const APP = join(repository, 'apps/ha-app');
const config = parse(readFileSync(join(APP, 'config.yaml'), 'utf8'));
const { configOf, optionsSchema } = await import(join(APP, 'options.mjs'));

/** A type of an option, as the supervisor knows them. One that it does not know takes the whole app from its store, silently. */
const TYPE =
  /^(bool|email|url|port|device(\(subsystem=[a-z]+\))?|(str|password)(\(\d*,\d*\))?|int(\(-?\d*,-?\d*\))?|float(\([-\d.]*,[-\d.]*\))?|match\(.*\)|list\(.+\))\??$/;
const type = z.string().regex(TYPE);
const element: z.ZodType = z.lazy(() =>
  z.union([
    type,
    // A list may hold no list.
    z.array(z.union([type, z.record(z.string(), element)])),
    z.record(z.string(), element),
  ]),
);

/** What the supervisor takes of a `config.yaml`, as far as this one says it: it drops keys that it does not know without a word. */
const manifest = z.strictObject({
  name: z.string(),
  version: z.string(),
  slug: z.string().regex(/^[-_.A-Za-z0-9]+$/),
  description: z.string(),
  arch: z.array(z.enum(['aarch64', 'amd64'])),
  startup: z.enum(['initialize', 'system', 'services', 'application', 'once']),
  boot: z.enum(['auto', 'manual', 'manual_only']),
  host_network: z.boolean(),
  ingress: z.boolean(),
  ingress_port: z.int().min(0).max(65_535),
  ingress_stream: z.boolean(),
  panel_icon: z.string().startsWith('mdi:'),
  panel_admin: z.boolean(),
  watchdog: z.string().regex(/^(https?|\[PROTO:\w+\]|tcp):\/\/\[HOST\]:(\[PORT:\d+\]|\d+).*$/),
  timeout: z.int().min(10).max(300),
  map: z.array(z.strictObject({ type: z.literal('addon_config'), read_only: z.boolean() })),
  backup_exclude: z.array(z.string()),
  options: z.record(z.string(), z.unknown()),
  schema: z.record(z.string(), element),
});

describe('the manifest of the app', () => {
  it('has the members that the supervisor supports, and nothing else', () => {
    expect(manifest.safeParse(config).error?.issues).toBeUndefined();
  });

  it('has the options that the start script reads, and defaults that it takes', () => {
    const read = optionsSchema(z);
    expect(Object.keys(config.schema).sort()).toEqual(Object.keys(read.shape).sort());
    expect(read.safeParse(config.options).error?.issues).toBeUndefined();
  });

  it.each(['ccus', 'user_roles'])('has the parts of %s that the start script reads', (name) => {
    const { element: part } = optionsSchema(z).shape[name].def.innerType.def;
    expect(Object.keys(config.schema[name][0]).sort()).toEqual(Object.keys(part.shape).sort());
  });
});

/** What the gateway makes of options, by its own reader. */
function settingsOf(options: object) {
  const text = JSON.stringify(configOf(optionsSchema(z).parse({ ...config.options, ...options })));
  const env = { SERVICE_BUILD: 'ha-app' };
  return loadConfig({ argv: [], env, cwd: APP, draft: { file: join(APP, 'config.json'), text } }).config;
}

const CCU = { name: 'home', host: 'ccu.lan' };

describe('each option counts in the gateway', () => {
  const rows: readonly (readonly [string, object, (of: ReturnType<typeof settingsOf>) => unknown, unknown])[] = [
    ['locale', { locale: 'de' }, ({ locale }) => locale, 'de'],
    ['log_level', { log_level: 'debug' }, ({ logging }) => logging.level, 'debug'],
    ['network_access, off', {}, ({ north }) => north.rest.listen, '172.30.32.1:8119'],
    ['network_access', { network_access: true }, ({ north }) => north.rest.listen, ':8119'],
    ['callback_host', { callback_host: '10.0.0.2' }, ({ callback }) => callback.public_host, '10.0.0.2'],
    ['matter', { matter: true }, ({ matter }) => matter.enabled, true],
    ['matter, off', {}, ({ matter }) => matter.enabled, false],
    ['role', { role: 'viewer' }, ({ north }) => north.rest.auth.ha_ingress.role, 'viewer'],
    [
      'user_roles',
      { user_roles: [{ user: 'a1', role: 'operator' }] },
      ({ north }) => north.rest.auth.ha_ingress.user_roles,
      { a1: 'operator' },
    ],
    [
      'ccus, name and host',
      { ccus: [CCU] },
      ({ centrals }) => centrals.map(({ name, host }) => ({ name, host })),
      [CCU],
    ],
    ['ccus, tls', { ccus: [{ ...CCU, tls: true }] }, ({ centrals }) => centrals[0]?.tls, true],
    ['ccus, username', { ccus: [{ ...CCU, username: 'Gateway' }] }, ({ centrals }) => centrals[0]?.username, 'Gateway'],
    [
      'ccus, password',
      { ccus: [{ ...CCU, username: 'Gateway', password: 'geheim' }] },
      ({ centrals }) => centrals[0]?.password !== undefined,
      true,
    ],
    [
      'ccus, interfaces',
      { ccus: [{ ...CCU, interfaces: 'HmIP-RF, CUxD' }] },
      ({ centrals }) => centrals[0]?.interfaces.map(({ name }) => name),
      ['HmIP-RF', 'CUxD'],
    ],
    ['ccus, none', {}, ({ centrals }) => centrals, []],
  ];

  it.each(rows)('%s', (_name, options, setting, expected) => {
    expect(setting(settingsOf(options))).toEqual(expected);
  });

  it('has a row here', () => {
    const named = new Set(rows.map(([name]) => name.split(',')[0]));
    expect([...named].sort()).toEqual(Object.keys(config.schema).sort());
  });
});
