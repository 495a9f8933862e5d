/** Services that take messages. */
export const CHANNEL_KINDS = ['ntfy', 'gotify', 'telegram', 'pushover', 'email', 'url', 'push', 'mqtt'] as const;

/** A service that takes messages. */
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Settings of a channel that depend on its kind. */
export interface ChannelMembers {
  readonly kind: ChannelKind;
  /** Address of the service: `http(s)://`, and `smtp(s)://` of an e-mail server. Push and MQTT have none. */
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  /** Topic of ntfy, chat of Telegram, user key of Pushover, recipients of e-mail or users of push with commas between, a broker of MQTT. */
  readonly to?: string | undefined;
  /** Sender of e-mail. */
  readonly from?: string | undefined;
  /** User name at the e-mail server. */
  readonly user?: string | undefined;
  /** Body of the request of a `url`, with `{{words}}`. */
  readonly body?: string | undefined;
  readonly format?: 'json' | 'text' | undefined;
}

/** Words that a template may have. */
export const TEMPLATE_WORDS = ['id', 'title', 'text', 'level', 'rule', 'time'] as const;

const REQUIRED: Readonly<Record<ChannelKind, readonly ('token' | 'to' | 'from')[]>> = {
  ntfy: ['to'],
  gotify: ['token'],
  telegram: ['token', 'to'],
  pushover: ['token', 'to'],
  email: ['to', 'from'],
  url: [],
  push: [],
  mqtt: [],
};

const NEEDED = {
  token: 'is required for this kind of channel',
  to: 'is required for this kind of channel: a topic of ntfy, a chat of Telegram, a user key of Pushover or a mail address',
  from: 'is required for this kind of channel: the mail address of the sender',
} as const;

/** Forms of tokens that become part of a URL or of a header. */
const TOKEN = /^[\x21-\x7e]{1,512}$/;
/** Passwords of e-mail servers may have spaces. */
const PASSWORD = /^\P{Cc}{1,512}$/u;
const MAIL_ADDRESS = /^[^\s@<>,;:"]{1,64}@[^\s@<>,;:"]{1,190}$/;
const TELEGRAM_TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{1,100}$/;

/**
 * Faults of the settings of a channel, by member; none where it can be used.
 *
 * @example
 * channelFaults({ kind: 'gotify', url: 'https://gotify.example' }); // [{ member: 'token', reason: 'is required for this kind of channel' }]
 */
export function channelFaults(settings: ChannelMembers): readonly { member: keyof ChannelMembers; reason: string }[] {
  const { kind, token = '', to = '', from = '', body } = settings;
  const missing = REQUIRED[kind].filter((member) => ({ token, to, from })[member] === '');
  const form = kind === 'telegram' ? TELEGRAM_TOKEN : kind === 'email' ? PASSWORD : TOKEN;
  const template = body === undefined ? undefined : templateFault(body, settings.format ?? 'json');
  return [
    ...missing.map((member) => ({ member, reason: NEEDED[member] })),
    ...(token === '' || form.test(token)
      ? []
      : [{ member: 'token' as const, reason: 'has another form than a token' }]),
    ...(isMeant(settings) ? [] : [{ member: 'url' as const, reason: urlNeeded(kind) }]),
    ...(kind === 'email' ? addressFaults({ to, from }) : []),
    ...(template === undefined ? [] : [{ member: 'body' as const, reason: template }]),
  ];
}

/** Kinds with a way of their own to their receivers. */
const WITHOUT_URL: readonly ChannelKind[] = ['push', 'mqtt'];

function urlNeeded(kind: ChannelKind): string {
  if (WITHOUT_URL.includes(kind)) return `a channel of kind ${kind} has none`;
  return `expected a URL with ${kind === 'email' ? 'smtp:// or smtps://' : 'http:// or https://'}`;
}

const isMeant = ({ kind, url = '' }: ChannelMembers): boolean =>
  WITHOUT_URL.includes(kind) ? url === '' : (kind === 'email' ? /^smtps?:\/\/[^/?#]+\/?$/i : /^https?:\/\//i).test(url);

function addressFaults(members: { readonly to: string; readonly from: string }) {
  return (['to', 'from'] as const).flatMap((member) => {
    const all = members[member].split(',').map((each) => each.trim());
    const isKnown = all.length <= (member === 'to' ? 10 : 1) && all.every((each) => MAIL_ADDRESS.test(each));
    return isKnown || members[member] === ''
      ? []
      : [{ member, reason: 'expected a mail address such as me@example.org' }];
  });
}

function templateFault(body: string, format: 'json' | 'text'): string | undefined {
  const known: readonly string[] = TEMPLATE_WORDS;
  const unknown = [...body.matchAll(/\{\{(\w*)\}\}/g)].find(([, word = '']) => !known.includes(word));
  if (unknown !== undefined) return `has ${unknown[0]}: expected ${known.map((word) => `{{${word}}}`).join(', ')}`;
  if (format === 'text') return undefined;
  try {
    JSON.parse(body.replaceAll(/\{\{\w+\}\}/g, 'x'));
    return undefined;
  } catch {
    return 'is no JSON: put each word in quotes, such as "{{text}}", or set format to text';
  }
}
