/** A plain member of an object that begins with this would be taken for something that JSON has not. */
const SIGN = '$';

/**
 * Values of calls as JSON: besides values that JSON has itself, absent ones, numbers that are none, sets, bytes, and
 * the signal of the caller. Anything else is refused, since the other process would get something else.
 */
export function pack(value: unknown): unknown {
  if (value === undefined) return { $none: true };
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? value : { $number: numberText(value) };
  if (Array.isArray(value)) return value.map(pack);
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} cannot be carried to another gateway`);
  if (value instanceof AbortSignal) return { $signal: true };
  if (value instanceof Set) return { $set: [...value].map(pack) };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (!isPlain(value)) throw new TypeError('this object cannot be carried to another gateway');
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  const packed = entries.map(([name, member]) => [name, pack(member)] as const);
  return entries.some(([name]) => name.startsWith(SIGN) || name === '__proto__')
    ? { $object: packed }
    : Object.fromEntries(packed);
}

/**
 * The value of a packed one; `signal` stands where the caller had one. @throws TypeError for a value that was not
 * packed here
 */
export function unpack(value: unknown, signal?: AbortSignal): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => unpack(each, signal));
  const entries = Object.entries(value);
  const [[name, content] = ['', undefined]] = entries;
  if (!name.startsWith(SIGN)) {
    return Object.fromEntries(entries.map(([member, each]) => [member, unpack(each, signal)]));
  }
  switch (name) {
    case '$none':
      return undefined;
    case '$signal':
      return signal;
    case '$number':
      return content === '-0' ? -0 : Number(content);
    case '$set':
      return new Set(listOf(content).map((each) => unpack(each, signal)));
    case '$bytes':
      return new Uint8Array(Buffer.from(String(content), 'base64'));
    case '$object':
      return objectOf(listOf(content), signal);
    default:
      throw new TypeError(`${name} is nothing that a gateway packs`);
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('a list is missing');
  return value;
}

/** Its members are its own, under any names. */
function objectOf(entries: readonly unknown[], signal: AbortSignal | undefined): object {
  const made = {};
  for (const entry of entries) {
    const [name, value] = listOf(entry);
    Object.defineProperty(made, String(name), {
      ...{ value: unpack(value, signal), enumerable: true, configurable: true, writable: true },
    });
  }
  return made;
}

const numberText = (value: number) => (Object.is(value, -0) ? '-0' : String(value));

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
