/** Replaces data that identifies a household. The same name or address gets the same pseudonym within one snapshot. */
export interface Anonymizer {
  mask<T>(data: T, kind?: string): T;
}

/** Members that hold an address, alone or with a channel. */
const ADDRESSES: ReadonlySet<string> = new Set(['address', 'device_address', 'channel_address']);
/** Members that hold words people chose. */
const NAMES: ReadonlySet<string> = new Set(['sub_device_name', 'room', 'description', 'central', 'central_id']);
const NAME_LISTS: ReadonlySet<string> = new Set(['rooms', 'functions']);
/** Of a variable, its value and the words it can take are chosen by people, too. */
const OF_VARIABLES: ReadonlySet<string> = new Set(['value', 'value_list']);
/** A translated name would tell which name the pseudonym beside it stands for. */
const DROPPED: ReadonlySet<string> = new Set([
  'ise_id',
  'vid',
  'note',
  'value_name_0',
  'value_name_1',
  'translated_name',
  'translated_description',
  'translated_value_name_0',
  'translated_value_name_1',
]);

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

  /** `<central>-<interface>`: the interface reveals nothing about people. */
  function maskInterfaceId(text: string, interfaceName: unknown): string {
    const suffix = `-${String(interfaceName)}`;
    return text.endsWith(suffix) ? pseudonym(text.slice(0, -suffix.length)) + suffix : pseudonym(text);
  }

  function maskMember(key: string, value: unknown, kind: string, beside: object): unknown {
    if (typeof value === 'string') {
      if (key === 'interface_id' || (key === 'id' && kind === 'interface')) {
        return maskInterfaceId(value, 'interface' in beside ? beside.interface : undefined);
      }
      if (ADDRESSES.has(key)) return maskAddress(value);
      if (key === 'channel' && value.includes(':')) return maskAddress(value);
      // The name of an interface is a technical word.
      if (key === 'name' && kind !== 'interface') return pseudonym(value);
      if (NAMES.has(key) || key === 'unique_id') return pseudonym(value);
      if (key === 'host') return '';
      if (kind === 'sysvar' && OF_VARIABLES.has(key)) return pseudonym(value);
      return value;
    }
    if (Array.isArray(value) && (NAME_LISTS.has(key) || (kind === 'sysvar' && OF_VARIABLES.has(key)))) {
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
        .map(([key, member]) => [key, maskMember(key, member, kind, value)]),
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
