const SERIAL = /^[A-Za-z0-9-]{4,40}$/;
/** The long number of an HmIP radio module, and the address that is its end. */
const SGTIN = /^(?:3014[0-9A-Z]{20}|00[0-9A-F]{12})$/i;
const SERIAL_LENGTH = 10;

/**
 * The serial number that a text of a CCU tells. Some of its parts tell the long number of the radio module, of which the
 * serial number is the end. Undefined for what can be no serial number.
 *
 * @example
 * serialNumberOf('NEQ0123456'); // 'NEQ0123456'
 * serialNumberOf('3014F711A0001F58A9A71234'); // '58A9A71234'
 */
export function serialNumberOf(said: unknown): string | undefined {
  const text = typeof said === 'string' ? said.trim() : '';
  if (!SERIAL.test(text)) return undefined;
  return SGTIN.test(text) ? text.slice(-SERIAL_LENGTH) : text;
}
