/** The address of a device, or of one of its channels. */
export interface AddressParts {
  readonly device: string;
  /** Absent where the device itself is meant. */
  readonly channel?: number;
}

/** Most characters of an address in the API, that of a channel included. */
const MAX_LENGTH = 64;
/**
 * Interfaces name devices freely: blanks inside and at the end, umlauts, `* / % # + .`. A colon begins the channel. Control
 * characters, separators of lines and halves of surrogate pairs are in no address.
 */
const ADDRESS = /^(?<device>(?=[^:]*[^\s:])[^:\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+)(?::(?<channel>0|[1-9]\d{0,3}))?$/u;
/** Parts with a special meaning in paths, which no URL can hold. */
const DOTS = /(?:^|[\\/])\.{1,2}(?:[\\/]|$)/;

/**
 * Reads `DEVICE` or `DEVICE:n`, as an interface writes it. `undefined` for everything that is no address. It is the one rule for
 * addresses: the others of the workspace take them apart and judge nothing.
 *
 * @example
 * readAddress('*QEQ0000001:1'); // { device: '*QEQ0000001', channel: 1 }
 */
export function readAddress(text: string): AddressParts | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { device, channel } = ADDRESS.exec(text)?.groups ?? {};
  if (device === undefined || DOTS.test(device)) return undefined;
  return channel === undefined ? { device } : { device, channel: Number(channel) };
}

/**
 * True for the address of a device or of a channel.
 *
 * @example
 * isAddress('HU-Hue Surimu '); // true
 */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && readAddress(value) !== undefined;
}

/**
 * The device of an address, which is the text before its colon.
 *
 * @example
 * deviceOf('LEQ1234567:1'); // 'LEQ1234567'
 */
export function deviceOf(address: string): string {
  const colon = address.lastIndexOf(':');
  return colon < 0 ? address : address.slice(0, colon);
}

const PARAMETER = /^[\x21-\x7e]{1,128}$/;

/** True for the name of a parameter. */
export function isParameter(value: unknown): value is string {
  return typeof value === 'string' && PARAMETER.test(value);
}
