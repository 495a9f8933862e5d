import type { StreamEvent } from '@ccu-gateway/event-stream';
import type { Rule, Subject, ValueLine } from '../settings/rules.js';

/** Something that lasts, or that happened once. */
export interface Matter {
  readonly id: string;
  readonly subject: Subject;
  /** Word for its texts. */
  readonly kind: string;
  /** What it is about: the same for all problems of one device. */
  readonly thing: string;
  readonly name: string;
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
  readonly address?: string | undefined;
  /** The only rule that it is for. */
  readonly rule?: string | undefined;
  readonly detail?: string | undefined;
  /** Page of the web UI, relative to its base. */
  readonly page?: string | undefined;
}

/** A change of the matters. */
export type Fact =
  | { readonly type: 'began'; readonly matter: Matter }
  | { readonly type: 'happened'; readonly matter: Matter }
  | { readonly type: 'ended'; readonly id: string }
  | { readonly type: 'silenced' | 'unsilenced'; readonly id: string };

/** A cause of the security overview, as far as messages need it. */
export interface Cause {
  readonly id: string;
  readonly class: string;
  readonly kind: string;
  readonly name: string;
  readonly source: string;
  readonly since: string;
  readonly device_address?: string | undefined;
  readonly ended_at?: string | undefined;
  readonly silenced_until?: string | undefined;
}

const BY_KIND: Readonly<Record<string, Subject>> = {
  ccu_down: 'ccu',
  interface_down: 'ccu',
  duty_cycle_high: 'radio',
};

const CAUSE = 'cause:';

/** The matter that a cause of the security overview is. */
function matterOf(cause: Cause): Matter {
  const { id, kind, name, source, device_address: address } = cause;
  return {
    id: `${CAUSE}${id}`,
    // Classes of the overview are subjects under the same names.
    subject: (Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined) ?? (cause.class as Subject),
    kind,
    thing: source,
    name,
    page: cause.class === 'alarm' ? 'alarm' : `problems?id=${encodeURIComponent(id)}`,
    since: Date.parse(cause.since),
    ...(address === undefined ? {} : { address }),
  };
}

/** Topics of the event stream that these rules need. */
export function topicsOf(rules: readonly Rule[]): readonly string[] {
  const values = rules.flatMap(({ value }) =>
    value === undefined ? [] : [`device.${value.address}.channels.${value.channel}.data_points.${value.parameter}`],
  );
  const keys = rules.flatMap(({ key }) =>
    key === undefined ? [] : [`device.${key.address}.channels.${key.channel}.trigger`],
  );
  const alarm = [
    ...(rules.some(({ on }) => on.includes('device_firmware')) ? ['system.firmware'] : []),
    ...(rules.some(({ on }) => on.includes('reminder')) ? ['alarm.panel'] : []),
    // No wildcard matches it.
    ...(rules.some(({ on }) => on.includes('duress')) ? ['$alarm.duress'] : []),
  ];
  return [...new Set(['security.faults', 'hub.+.system_update', ...alarm, ...values, ...keys])];
}

interface Payload {
  readonly [member: string]: unknown;
}

/** Names of devices, and their pages of the web UI. */
export interface Names {
  readonly nameOf: (address: string) => string;
  readonly pageOf: (address: string) => string;
}

/** The changes that an event is for these rules. */
export function factsOf(
  { type, payload, seq, ts }: StreamEvent,
  rules: readonly Rule[],
  names: Names,
): readonly Fact[] {
  const body = Object(payload) as Payload;
  const at = Date.parse(ts);
  if (type === 'security.fault_changed') return ofCause(body);
  if (type === 'hub.system_update_changed') return ofUpdate(body, at);
  if (type === 'alarm.reminder') return [ofZone('reminder', body, { at, seq })];
  if (type === 'alarm.duress') return [ofZone('duress', body, { at, seq })];
  if (type === 'datapoint.value_changed') return rules.flatMap((rule) => ofValue(rule, body, at, names));
  if (type === 'device.trigger') return rules.flatMap((rule) => ofKey(rule, body, { at, seq }, names));
  return [];
}

function ofCause({ change, fault }: Payload): readonly Fact[] {
  const cause = fault as Cause;
  const id = `${CAUSE}${cause.id}`;
  if (change === 'raised') return [{ type: 'began', matter: matterOf(cause) }];
  if (change === 'ended' || change === 'cleared') return [{ type: 'ended', id }];
  if (change === 'unsilenced') return [{ type: 'unsilenced', id }];
  // The operator who acknowledged or silenced it knows of it.
  return [{ type: 'silenced', id }];
}

function ofUpdate({ central, update_available: isThere, available_firmware: version }: Payload, at: number): Fact[] {
  const name = String(central);
  const id = `firmware:${name}`;
  if (isThere !== true) return [{ type: 'ended', id }];
  const detail = typeof version === 'string' ? version : undefined;
  const matter: Matter = {
    id,
    subject: 'firmware',
    kind: 'firmware',
    thing: id,
    name,
    since: at,
    detail,
    page: 'firmware',
  };
  return [{ type: 'began', matter }];
}

function ofZone(
  subject: 'reminder' | 'duress',
  { zone_id: id, zone_name: name, mode }: Payload,
  { at, seq }: { readonly at: number; readonly seq: number },
): Fact {
  const detail = typeof mode === 'string' ? mode : undefined;
  const about = { subject, kind: subject, thing: `zone:${String(id)}`, name: String(name ?? id), page: 'alarm' };
  return { type: 'happened', matter: { id: `${subject}:${seq}`, ...about, since: at, detail } };
}

function ofValue(
  { name: rule, value: line }: Rule,
  body: Payload,
  at: number,
  { nameOf, pageOf }: Names,
): readonly Fact[] {
  if (line === undefined || body.parameter !== line.parameter || body.channel !== line.channel) return [];
  if (body.device_address !== line.address) return [];
  const value = typeof body.value === 'boolean' ? Number(body.value) : body.value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return [];
  const id = `value:${rule}`;
  const isBeyond = (line.above !== undefined && value > line.above) || (line.below !== undefined && value < line.below);
  if (!isBeyond) return [{ type: 'ended', id }];
  const { address } = line;
  const where = { kind: 'value', thing: id, name: nameOf(address), address, page: pageOf(address) };
  const detail = `${line.parameter} = ${String(body.value)}`;
  return [{ type: 'began', matter: { id, subject: 'value', ...where, since: at, rule, detail } }];
}

function ofKey(
  { name: rule, key }: Rule,
  body: Payload,
  { at, seq }: { readonly at: number; readonly seq: number },
  { nameOf, pageOf }: Names,
): readonly Fact[] {
  if (key === undefined || body.device_address !== key.address || body.channel !== key.channel) return [];
  const where = {
    kind: 'key',
    thing: `${key.address}:${key.channel}`,
    name: nameOf(key.address),
    address: key.address,
    page: pageOf(key.address),
  };
  const detail = `${key.channel} ${String(body.parameter)}`;
  const matter: Matter = { id: `key:${rule}:${seq}`, subject: 'key', ...where, since: at, rule, detail };
  return [{ type: 'happened', matter }];
}

/** The values of rules as they are now, for a rule that begins. `valueOf` returns undefined for an unknown one. */
export function factsOfValues(
  rules: readonly Rule[],
  at: number,
  names: Names & { readonly valueOf: (line: ValueLine) => unknown },
): readonly Fact[] {
  return rules.flatMap((rule) => {
    if (rule.value === undefined) return [];
    const { address, channel, parameter } = rule.value;
    const body = { device_address: address, channel, parameter, value: names.valueOf(rule.value) };
    return ofValue(rule, body, at, names);
  });
}

/** Changes where events are missing: the causes that are there now against the known ones. */
export function factsOfPresent(known: readonly string[], present: readonly Cause[]): readonly Fact[] {
  const lasting = present
    .filter(({ ended_at }) => ended_at === undefined)
    .map((cause) => ({ cause, matter: matterOf(cause) }));
  const ids = new Set(lasting.map(({ matter }) => matter.id));
  return [
    ...known.filter((id) => id.startsWith(CAUSE) && !ids.has(id)).map((id) => ({ type: 'ended' as const, id })),
    ...lasting.map(({ matter }) => ({ type: 'began' as const, matter })),
    ...lasting
      .filter(({ cause }) => cause.silenced_until !== undefined)
      .map(({ matter: { id } }) => ({ type: 'silenced' as const, id })),
  ];
}
