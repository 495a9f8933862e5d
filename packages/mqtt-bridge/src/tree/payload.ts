/** The largest payload of a command, in bytes. */
const MAX_PAYLOAD_BYTES = 65_536;

/** A payload that is no command. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
}

/**
 * Value of a payload: JSON, an object with `val` or `value`, or a bare text. An empty payload is an error.
 *
 * @throws PayloadError where it is too large or no UTF-8
 * @example
 * valueIn(Buffer.from('{"val":21.5}')); // 21.5
 */
export function valueIn(payload: Buffer): unknown {
  const parsed = jsonOrText(payload);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return parsed;
  if ('val' in parsed) return parsed.val;
  return 'value' in parsed ? parsed.value : parsed;
}

/**
 * Members of a payload; none where it is empty.
 *
 * @throws PayloadError where it is too large, no UTF-8, or no JSON object
 * @example
 * membersIn(Buffer.from('{"brightness":0.5}')); // { brightness: 0.5 }
 */
export function membersIn(payload: Buffer): Readonly<Record<string, unknown>> {
  const parsed = payload.length === 0 ? {} : jsonOrText(payload);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  throw new PayloadError('The payload must be a JSON object');
}

/**
 * Content of a payload: JSON, or a text.
 *
 * @throws PayloadError where it is too large or no UTF-8
 * @example
 * jsonOrText(Buffer.from('on')); // 'on'
 */
export function jsonOrText(payload: Buffer): unknown {
  if (payload.length > MAX_PAYLOAD_BYTES) {
    throw new PayloadError(`The payload has ${payload.length} bytes; at most ${MAX_PAYLOAD_BYTES} are taken`);
  }
  const text = decode(payload);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function decode(payload: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch {
    throw new PayloadError('The payload is no UTF-8');
  }
}
