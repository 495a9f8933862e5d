import { isSealed } from '@ccu-gateway/auth-core/secrets';
import { CHANNEL_KINDS, channelFaults, LANGUAGES, minuteOf, SUBJECTS } from '@ccu-gateway/notify/settings';
import { z } from 'zod';
import * as f from '../values/fields.js';
import { receiver, receiverName, receiverUrl } from './receivers.js';

const { enabled, url: _url, ...more } = receiver;
const language = z.enum(LANGUAGES);

/** A service that takes messages for people. */
const channel = z
  .strictObject({
    enabled,
    kind: z.enum(CHANNEL_KINDS),
    url: receiverUrl(['http', 'https', 'smtp', 'smtps'])
      .optional()
      .meta({ description: 'address of the service; push and mqtt have none' }),
    to: z.string().max(512).optional().meta({
      description:
        'topic of ntfy, chat of Telegram, user key of Pushover, mail addresses, users of a push (all, where it is left out), broker of mqtt',
    }),
    from: z.string().max(256).optional().meta({ description: 'mail address of the sender' }),
    user: z.string().max(256).optional().meta({ description: 'user at the mail server; default: the sender' }),
    token: f.secret.optional(),
    body: z.string().max(4096).optional().meta({ description: 'template of a url, such as {"text": "{{text}}"}' }),
    format: z.enum(['json', 'text']).optional(),
    language: language.optional(),
    ...more,
  })
  .superRefine(({ token, ...members }, context) => {
    const text = token?.reveal();
    const isClosed = text !== undefined && isSealed(text);
    for (const { member, reason } of channelFaults({ ...members, token: text })) {
      // The content of a sealed secret is checked when the channel is opened.
      if (!(isClosed && member === 'token')) context.addIssue({ code: 'custom', path: [member], message: reason });
    }
  });

const clock = z
  .string()
  .refine((text) => minuteOf(text) !== undefined, { error: 'expected a time of the day such as 07:30' })
  .meta({ description: 'a time of the day by the clock of the machine, such as 07:30' });

/** Part of a topic, so that no pattern leads elsewhere. */
const address = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({ description: 'the address of a device' });
const number = z.int().min(0).max(999);

const value = z
  .strictObject({
    address,
    channel: number,
    parameter: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    above: z.number().optional(),
    below: z.number().optional(),
  })
  .refine(({ above, below }) => above !== undefined || below !== undefined, {
    error: 'expected above, below, or both',
  });

/** A rule for messages. */
const rule = z
  .strictObject({
    enabled: z.boolean().default(true),
    on: z.array(z.enum(SUBJECTS)).max(SUBJECTS.length).default([]),
    channels: z.array(receiverName).max(32).default([]).meta({ description: 'all, where it is empty' }),
    devices: z.array(address).max(256).default([]).meta({ description: 'all, where it is empty' }),
    lasts: f.duration.default('0s'),
    quiet: z.strictObject({ from: clock, to: clock }).optional(),
    once_per_day: z.boolean().default(false),
    digest: clock.optional(),
    value: value.optional(),
    key: z.strictObject({ address, channel: number }).optional(),
  })
  .refine(({ on, value: line, key }) => on.length > 0 || line !== undefined || key !== undefined, {
    error: 'expected on, value or key',
  });

const few = <Entries extends object>(most: number) =>
  [(entries: Entries) => Object.keys(entries).length <= most, { error: `expected at most ${most}` }] as const;

/** Messages to people: the channels and the rules, by the names that people give them. */
export const notify = z
  .strictObject({
    language: language.default('en'),
    channels: z
      .record(receiverName, channel)
      .refine(...few(32))
      .default({}),
    rules: z
      .record(receiverName, rule)
      .refine(...few(100))
      .default({}),
  })
  .superRefine(({ channels, rules }, context) => {
    for (const [name, { channels: wanted }] of Object.entries(rules)) {
      const unknown = wanted.find((each) => !Object.hasOwn(channels, each));
      if (unknown === undefined) continue;
      context.addIssue({ code: 'custom', path: ['rules', name, 'channels'], message: `${unknown} is no channel` });
    }
  });
