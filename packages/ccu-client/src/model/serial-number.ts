const SERIAL = /^[A-Za-z0-9-]{4,40}$/;
/** The long number of an HmIP radio module, and the address that is its end. */
const SGTIN = /^(?:3014[0-9A-Z]{20}|00[0-9A-F]{12})$/i;
const SERIAL_LENGTH = 10;

/**
 * Serial number in a text of a CCU. Some of its parts report the long number of the radio module, with the serial
 * number at its end. Undefined for an impossible one.
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
