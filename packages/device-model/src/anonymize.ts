/** Replaces what identifies a household. The same name or address gets the same pseudonym within one snapshot. */
export interface Anonymizer {
  mask<T>(data: T, kind?: string): T;
}

/** Members that hold an address, alone or with a channel. */
const ADDRESSES: ReadonlySet<string> = new Set(['address', 'device_address', 'channel_address']);
/** Members that hold words people chose. */
const NAMES: ReadonlySet<string> = new Set(['sub_device_name', 'room', 'description']);
const NAME_LISTS: ReadonlySet<string> = new Set(['rooms', 'functions']);
const DROPPED: ReadonlySet<string> = new Set(['ise_id', 'vid', 'note', 'value_name_0', 'value_name_1']);

/**
 * Pseudonyms are counted, not hashed: a hash of a serial number can be turned back by trying all serial numbers.
 */
export function createAnonymizer(): Anonymizer {
  const pseudonyms = new Map<string, string>();

  function pseudonym(text: string): string {
    const known = pseudonyms.get(text);
    if (known !== undefined) return known;
    const made = `anon:${(pseudonyms.size + 1).toString(16).padStart(12, '0')}`;
    pseudonyms.set(text, made);
    return made;
  }

  function maskAddress(text: string): string {
    const [device = '', channel] = text.split(':');
    return channel === undefined ? pseudonym(device) : `${pseudonym(device)}:${channel}`;
  }

  function maskMember(key: string, value: unknown, kind: string): unknown {
    if (typeof value === 'string') {
      if (ADDRESSES.has(key)) return maskAddress(value);
      if (key === 'channel' && value.includes(':')) return maskAddress(value);
      // Interfaces and central names are configuration, not people; their `name` is a technical word.
      if (key === 'name' && kind !== 'interface') return pseudonym(value);
      if (NAMES.has(key) || key === 'unique_id') return pseudonym(value);
      if (key === 'host') return '';
      if ((key === 'value' || key === 'value_list') && kind === 'sysvar') return pseudonym(value);
      return value;
    }
    if (NAME_LISTS.has(key) && Array.isArray(value)) {
      return value.map((entry) => (typeof entry === 'string' ? pseudonym(entry) : walk(entry, key.slice(0, -1))));
    }
    return walk(value, KINDS[key] ?? kind);
  }

  function walk(value: unknown, kind: string): unknown {
    if (Array.isArray(value)) return value.map((entry) => walk(entry, kind));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !DROPPED.has(key))
        .map(([key, member]) => [key, maskMember(key, member, kind)]),
    );
  }

  return { mask: <T>(data: T, kind = 'snapshot') => walk(data, kind) as T };
}

const KINDS: Readonly<Record<string, string>> = {
  devices: 'device',
  interfaces: 'interface',
  programs: 'program',
  sysvars: 'sysvar',
  device_channels: 'channel',
  data_points: 'data_point',
};
