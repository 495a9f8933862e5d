/** Services that take messages. */
export const CHANNEL_KINDS = ['ntfy', 'gotify', 'telegram', 'pushover', 'url'] as const;

/** A service that takes messages. */
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Settings of a channel that depend on its kind. */
export interface ChannelMembers {
  readonly kind: ChannelKind;
  readonly token?: string | undefined;
  /** Topic of ntfy, chat of Telegram, user key of Pushover. */
  readonly to?: string | undefined;
  /** Body of the request of a `url`, with `{{words}}`. */
  readonly body?: string | undefined;
  readonly format?: 'json' | 'text' | undefined;
}

/** Words that a template may have. */
export const TEMPLATE_WORDS = ['id', 'title', 'text', 'level', 'rule', 'time'] as const;

const REQUIRED: Readonly<Record<ChannelKind, readonly ('token' | 'to')[]>> = {
  ntfy: ['to'],
  gotify: ['token'],
  telegram: ['token', 'to'],
  pushover: ['token', 'to'],
  url: [],
};

const NEEDED = {
  token: 'is required for this kind of channel',
  to: 'is required for this kind of channel: the topic of ntfy, the chat of Telegram or the user key of Pushover',
} as const;

/** Forms of tokens that become part of a URL or of a header. */
const TOKEN = /^[\x21-\x7e]{1,512}$/;
const TELEGRAM_TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{1,100}$/;

/**
 * Faults of the settings of a channel, by member; none where it can be used.
 *
 * @example
 * channelFaults({ kind: 'gotify' }); // [{ member: 'token', reason: 'is required for this kind of channel' }]
 */
export function channelFaults(settings: ChannelMembers): readonly { member: keyof ChannelMembers; reason: string }[] {
  const { kind, token = '', to = '', body } = settings;
  const missing = REQUIRED[kind].filter((member) => ({ token, to })[member] === '');
  const form = kind === 'telegram' ? TELEGRAM_TOKEN : TOKEN;
  const template = body === undefined ? undefined : templateFault(body, settings.format ?? 'json');
  return [
    ...missing.map((member) => ({ member, reason: NEEDED[member] })),
    ...(token === '' || form.test(token)
      ? []
      : [{ member: 'token' as const, reason: 'has another form than a token' }]),
    ...(template === undefined ? [] : [{ member: 'body' as const, reason: template }]),
  ];
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
