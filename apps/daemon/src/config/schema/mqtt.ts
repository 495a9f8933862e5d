import { fitsPath, UNFIT_FOR_PATH } from '@ccu-gateway/contract';
import type { MqttOtherLayout } from '@ccu-gateway/contract/types';
import { z } from 'zod';
import { durationMs } from '../values/duration.js';
import * as f from '../values/fields.js';

const SCHEMES = ['mqtt:', 'mqtts:', 'ws:', 'wss:'];

/** User and password have keys of their own, which are sealed and never shown. */
const brokerUrl = z
  .string()
  .max(2048)
  .refine(
    (text) => {
      if (!URL.canParse(text)) return false;
      const { protocol, username, password, hostname } = new URL(text);
      return SCHEMES.includes(protocol) && username === '' && password === '' && hostname !== '';
    },
    { error: 'expected a mqtt://, mqtts://, ws:// or wss:// URL without user and password' },
  );

const topicLevels = z
  .string()
  .max(128)
  .regex(/^[^\s/+#\p{Cc}]+(\/[^\s/+#\p{Cc}]+)*$/u)
  .refine((text) => !text.startsWith('$'))
  .meta({ description: 'levels of a topic without spaces, "+", "#" and a "$" at the beginning, such as ccu' });

const filter = z
  .string()
  .min(1)
  .max(512)
  .refine(isFilter, { error: 'expected a filter such as "status/#" or "status/+/3/STATE"' });

const filters = z.array(filter).max(64).default(['#']);

/** A filter has `+` only as a whole level and `#` only as the last. */
function isFilter(text: string): boolean {
  const levels = text.split('/');
  return levels.every(
    (level, index) =>
      level === '+' || (level === '#' ? index === levels.length - 1 : level !== '' && !/[+#]/.test(level)),
  );
}

const EXPIRY_MIN_MS = 1_000;
const EXPIRY_MAX_MS = 3_600_000;

/** The topics of another program, of one CCU. */
const otherTree = { enabled: z.boolean().default(false), central: z.string().max(64).default('') };

/** First levels of the topics of CCU-Jack. */
const CCU_JACK_ROOTS = ['device', 'virtdev', 'sysvar', 'program'];

/** Settings of each layout of another program, the name of the program, and the roots of its topics below a prefix. */
const OTHER_LAYOUTS = {
  hm2mqtt: {
    program: 'hm2mqtt',
    settings: z.strictObject({
      ...otherTree,
      prefix: topicLevels.default('hm'),
      payload: z.enum(['extended', 'basic', 'plain']).default('extended'),
    }),
    roots: (prefix: string) => [prefix],
  },
  ccu_jack: {
    program: 'CCU-Jack',
    settings: z.strictObject({ ...otherTree, prefix: z.union([z.literal(''), topicLevels]).default('') }),
    roots: (prefix: string) => CCU_JACK_ROOTS.map((root) => (prefix === '' ? root : `${prefix}/${root}`)),
  },
} as const satisfies Record<
  MqttOtherLayout,
  { program: string; settings: z.ZodType; roots: (prefix: string) => readonly string[] }
>;

/** Keys of the layouts of other programs: those of the table. */
export const MQTT_LAYOUTS = Object.keys(OTHER_LAYOUTS) as readonly MqttOtherLayout[];

/** Name of the program of a layout, and beginnings of its topics with this prefix. */
export function describeLayout(layout: MqttOtherLayout, prefix: string) {
  const { program, roots } = OTHER_LAYOUTS[layout];
  return { program, topics: roots(prefix) };
}

/** Broker with the state of all devices. */
const broker = z
  .strictObject({
    enabled: z.boolean().default(true),
    url: brokerUrl,
    username: z.string().max(256).default(''),
    password: f.secret.optional(),
    client_id: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,64}$/)
      .meta({ description: 'letters, digits, ".", "_" and "-"; a random one when absent' })
      .optional(),
    ca_file: f.path.optional(),
    cert_file: f.path.optional(),
    key_file: f.path.optional(),
    tls_insecure_skip_verify: z.boolean().default(false),
    prefix: topicLevels.default('ccu'),
    qos: z.union([z.literal(0), z.literal(1)]).default(1),
    addressing: z.enum(['address', 'name']).default('address'),
    payload: z.enum(['json', 'plain']).default('json'),
    momentary_expiry: f.duration
      .refine((text) => durationMs(text) >= EXPIRY_MIN_MS && durationMs(text) <= EXPIRY_MAX_MS, {
        error: 'expected 1s to 1h',
      })
      .default('10s'),
    role: z.enum(['viewer', 'operator']).default('operator'),
    home_assistant: z
      .strictObject({ enabled: z.boolean().default(false), prefix: topicLevels.default('homeassistant') })
      .prefault({}),
    hm2mqtt: OTHER_LAYOUTS.hm2mqtt.settings.prefault({}),
    ccu_jack: OTHER_LAYOUTS.ccu_jack.settings.prefault({}),
    publish: filters,
    write: filters,
  })
  .superRefine(({ cert_file, key_file, username, password, home_assistant, payload }, context) => {
    if (home_assistant.enabled && payload !== 'json') {
      context.addIssue({ code: 'custom', path: ['payload'], message: 'home_assistant needs payload: json' });
    }
    if (username === '' && password !== undefined && password.reveal() !== '') {
      context.addIssue({ code: 'custom', path: ['username'], message: 'a password needs a username' });
    }
    if ((cert_file === undefined) === (key_file === undefined)) return;
    const path = cert_file === undefined ? 'cert_file' : 'key_file';
    context.addIssue({ code: 'custom', path: [path], message: 'a client certificate needs cert_file and key_file' });
  })
  .superRefine((each, context) => {
    for (const key of MQTT_LAYOUTS) {
      const { enabled, central } = each[key];
      if (!enabled || central !== '') continue;
      context.addIssue({ code: 'custom', path: [key, 'central'], message: 'expected the name of a CCU' });
    }
    const overlap = firstOverlap(otherRootsOf(each), rootsOf(each));
    if (overlap === undefined) return;
    const message = `its topics would lie among those of ${overlap.other.key}, at ${overlap.other.root}`;
    context.addIssue({ code: 'custom', path: [overlap.root.key, 'prefix'], message });
  });

interface Root {
  readonly key: string;
  readonly root: string;
}

type Prefixes = { readonly prefix: string } & Readonly<
  Record<'home_assistant' | MqttOtherLayout, z.output<typeof tree>>
>;

const tree = z.object({ enabled: z.boolean(), prefix: z.string() });

/** Roots of the topics of other programs. */
function otherRootsOf(broker: Prefixes): readonly Root[] {
  return MQTT_LAYOUTS.filter((key) => broker[key].enabled).flatMap((key) =>
    OTHER_LAYOUTS[key].roots(broker[key].prefix).map((root) => ({ key, root })),
  );
}

/** Where all topics of a broker begin. */
function rootsOf(each: Prefixes): readonly Root[] {
  const { prefix, home_assistant } = each;
  return [
    { key: 'prefix', root: prefix },
    ...(home_assistant.enabled ? [{ key: 'home_assistant', root: home_assistant.prefix }] : []),
    ...otherRootsOf(each),
  ];
}

/** One that lies at or below another one, or above it. */
function firstOverlap(roots: readonly Root[], all: readonly Root[]) {
  const isWithin = (root: string, other: string) => `${root}/`.startsWith(`${other}/`);
  for (const root of roots) {
    const other = all.find(
      (each) => each.key !== root.key && (isWithin(root.root, each.root) || isWithin(each.root, root.root)),
    );
    if (other !== undefined) return { root, other };
  }
  return undefined;
}

/** MQTT brokers by the names that people give them. */
export const mqtt = z.strictObject({ brokers: f.named(broker).default({}) }).superRefine(({ brokers }, context) => {
  for (const name of Object.keys(brokers)) {
    if (!fitsPath(name))
      context.addIssue({ code: 'custom', path: ['brokers', name], message: `the name ${UNFIT_FOR_PATH}` });
  }
  const enabled = Object.entries(brokers).filter(([, each]) => each.enabled);
  for (const [index, [name, each]] of enabled.entries()) {
    const same = enabled.slice(0, index).filter(([, before]) => before.url === each.url);
    // Each of them removes topics there that are not of its own devices.
    const overlap = firstOverlap(
      otherRootsOf(each),
      same.flatMap(([other, before]) => otherRootsOf(before).map(({ root }) => ({ key: other, root }))),
    );
    if (overlap === undefined) continue;
    const message = `${overlap.other.key} has topics of the same program at the same broker; set another prefix`;
    context.addIssue({ code: 'custom', path: ['brokers', name, overlap.root.key, 'prefix'], message });
  }
});
