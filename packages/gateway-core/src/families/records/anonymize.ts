import { createHash } from 'node:crypto';

/** Addresses of devices as the interfaces write them, alone or inside a sentence. */
const ADDRESS = /\b(?:[A-Z]{3}\d{7}|[0-9A-F]{14}|CUX\d{7}|INT\d{7})\b/g;
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
/** Members that name a person's network, device or self. */
const TELLING = new Set([
  'host',
  'hostname',
  'url',
  'callback_url',
  'serial',
  'address',
  'device_address',
  'remote_address',
  'principal',
  'client_name',
  'central',
  'central_id',
]);

/** The same pseudonym for the same text, without revealing it. */
function pseudonym(text: string): string {
  return `anon:${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/** A copy without device addresses, hosts, serials and names of users. */
export function anonymize(value: unknown, names: readonly string[]): unknown {
  if (typeof value === 'string') return hideNames(value.replaceAll(ADDRESS, pseudonym), names);
  if (Array.isArray(value)) return value.map((entry) => anonymize(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      hideNames(key, names),
      TELLING.has(key) && typeof entry === 'string' && entry !== '' ? pseudonym(entry) : anonymize(entry, names),
    ]),
  );
}

/** Names of CCUs are part of ids and sentences. A single letter would take ordinary sentences apart. */
function hideNames(text: string, names: readonly string[]): string {
  return names.reduce(
    (hidden, name) => (name.length < 2 ? hidden : hidden.replaceAll(standingAlone(name), pseudonym(name))),
    text.replaceAll(IPV4, pseudonym),
  );
}

function standingAlone(name: string): RegExp {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu');
}
