import type { CallAnswer } from '@ccu-gateway/client';
import type { NotifyPreviewRequest } from '@ccu-gateway/contract/types';
import type { Entry } from '../settings/destinations/broker-data.js';

export type MessageChannel = CallAnswer<'getNotify'>['channels'][number];
export type Subject = NotifyPreviewRequest['subject'];

/** Services, the usual one first. */
export const KINDS = ['push', 'ntfy', 'telegram', 'pushover', 'gotify', 'email', 'mqtt', 'url'] as const;
export type Kind = (typeof KINDS)[number];

/** Matters of rules; a value and a key are rules of their own. */
export const MATTERS = [
  ...(['smoke', 'water', 'co', 'alarm', 'duress', 'tamper', 'sabotage', 'reminder'] as const),
  ...(['ccu', 'unreachable', 'battery', 'fault', 'radio', 'firmware', 'device_firmware'] as const),
] as const satisfies readonly Subject[];
export const SUBJECTS: readonly Subject[] = [...MATTERS, 'value', 'key'];

/** Words of a template. */
export const WORDS = '{{title}}, {{text}}, {{level}}, {{rule}}, {{time}}, {{id}}';

/** Usual addresses; people change the host of those that are servers of their own. */
export const USUAL_URL: Readonly<Record<Kind, string>> = {
  push: '',
  ntfy: 'https://ntfy.sh',
  telegram: 'https://api.telegram.org',
  pushover: 'https://api.pushover.net',
  gotify: 'https://',
  email: 'smtp://',
  mqtt: '',
  url: 'https://',
};

/** Kinds with a way of their own to their receivers: they have neither an address nor a token. */
export const hasAddress = (kind: Kind): boolean => kind !== 'push' && kind !== 'mqtt';

/** Fields of the form of a channel. */
export interface ChannelInput {
  readonly enabled: boolean;
  readonly kind: Kind;
  readonly url: string;
  readonly to: string;
  readonly from: string;
  readonly user: string;
  /** Empty: the stored one stays. */
  readonly token: string;
  readonly body: string;
  /** Empty: that of all messages. */
  readonly language: string;
  /** The service may be on this machine. */
  readonly local: boolean;
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const isLocal = (network: string): boolean => /^(127\.|::1\/)/.test(network);
const LOOPBACK = ['127.0.0.1/32', '::1/128'];

export function channelInput(stored: Entry | undefined): ChannelInput {
  const kind = KINDS.find((each) => each === stored?.kind) ?? 'ntfy';
  return {
    enabled: stored?.enabled !== false,
    kind,
    url: textOf(stored?.url ?? USUAL_URL[kind]),
    to: textOf(stored?.to),
    from: textOf(stored?.from),
    user: textOf(stored?.user),
    token: '',
    body: textOf(stored?.body),
    language: textOf(stored?.language),
    local: textsOf(stored?.allow_networks).some(isLocal),
  };
}

/** The channel to store; members and networks that the form does not show keep their values. */
export function channelOf(input: ChannelInput, stored: Entry = {}): Entry {
  const { enabled, kind, url, to, from, user, token, body, language, local } = input;
  const { token: kept, allow_networks: networks, format, timeout, ca_file } = stored;
  const others = textsOf(networks).filter((network) => !isLocal(network));
  const own = textsOf(networks).filter(isLocal);
  const texts = {
    ...(kind === 'gotify' || kind === 'url' ? {} : { to: to.trim() }),
    ...(kind === 'email' ? { from: from.trim(), user: user.trim() } : {}),
    ...(kind === 'url' ? { body: body.trim() } : {}),
    language,
  };
  const secret = token === '' ? kept : token;
  return {
    ...Object.fromEntries(Object.entries({ format, timeout, ca_file }).filter(([, value]) => value !== undefined)),
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    enabled,
    kind,
    ...(hasAddress(kind) ? { url: url.trim() } : {}),
    ...(secret === undefined ? {} : { token: secret }),
    allow_networks: [...others, ...(local ? (own.length > 0 ? own : LOOPBACK) : [])],
  };
}

/** Fields of the form of a rule. */
export interface RuleInput {
  readonly enabled: boolean;
  readonly about: 'matters' | 'value' | 'key';
  readonly on: readonly string[];
  readonly channels: readonly string[];
  /** Minutes. */
  readonly lasts: string;
  readonly oncePerDay: boolean;
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly digest: string;
  readonly address: string;
  readonly channel: string;
  readonly parameter: string;
  readonly above: string;
  readonly below: string;
}

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members => Object(value) as Members;

/** Minutes of a duration such as `1h30m`. */
export function minutesOf(duration: unknown): string {
  const units: Readonly<Record<string, number>> = { d: 1440, h: 60, m: 1, s: 1 / 60 };
  const parts = [...textOf(duration).matchAll(/(\d{1,9}(?:\.\d{1,3})?)([dhms])/g)];
  const minutes = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0);
  return minutes === 0 ? '' : String(Math.round(minutes * 100) / 100);
}

export function ruleInput(stored: Entry | undefined): RuleInput {
  const { value, key, quiet } = membersOf(stored);
  const [line, press] = [membersOf(value), membersOf(key)];
  const about = value !== undefined && value !== null ? 'value' : key !== undefined && key !== null ? 'key' : 'matters';
  return {
    enabled: stored?.enabled !== false,
    about,
    on: stored === undefined ? ['unreachable', 'battery'] : textsOf(stored.on),
    channels: textsOf(stored?.channels),
    lasts: minutesOf(stored?.lasts),
    oncePerDay: stored?.once_per_day === true,
    quietFrom: textOf(membersOf(quiet).from),
    quietTo: textOf(membersOf(quiet).to),
    digest: textOf(stored?.digest),
    address: textOf(line.address ?? press.address),
    channel: textOf(line.channel ?? press.channel ?? 1),
    parameter: textOf(line.parameter),
    above: textOf(line.above),
    below: textOf(line.below),
  };
}

/** The rule to store; members that the form does not show keep their values. */
export function ruleOf(input: RuleInput, stored: Entry = {}): Entry {
  const { about, on, channels, lasts, quietFrom, quietTo, digest, oncePerDay, enabled } = input;
  const { address, channel, parameter, above, below } = input;
  const place = { address: address.trim(), channel: Number(channel) };
  const limit = (name: string, text: string) => (text.trim() === '' ? {} : { [name]: Number(text.replace(',', '.')) });
  return {
    enabled,
    on: about === 'matters' ? on : [],
    channels,
    devices: textsOf(stored.devices),
    lasts: lasts.trim() === '' ? '0s' : `${Math.round(Number(lasts.replace(',', '.')) * 60)}s`,
    once_per_day: oncePerDay,
    ...(quietFrom === '' || quietTo === '' ? {} : { quiet: { from: quietFrom, to: quietTo } }),
    ...(digest === '' ? {} : { digest }),
    ...(about === 'value'
      ? { value: { ...place, parameter: parameter.trim(), ...limit('above', above), ...limit('below', below) } }
      : {}),
    ...(about === 'key' ? { key: place } : {}),
  };
}
