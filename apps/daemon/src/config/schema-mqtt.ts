import { z } from 'zod';
import { durationMs } from './duration.js';
import * as f from './fields.js';

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

/** A broker that the house is kept on. */
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
  });

/** MQTT brokers by the names that people give them. */
export const mqtt = z.strictObject({ brokers: f.named(broker).default({}) });
