/** `isAddress` of `ccu-client` validates addresses at the input; here they are taken apart. */
const CHANNEL = /^(?<device>[^:]+):(?<channel>0|[1-9]\d{0,3})$/;
/** Longer than any address; a request may hold any text. */
const MAX_LENGTH = 256;

/** An address, taken apart; without `channel` it is that of a device. */
export interface ParsedAddress {
  readonly device: string;
  readonly channel?: number;
}

/**
 * Takes `DEVICE` or `DEVICE:n`; `undefined` for everything else.
 *
 * @example
 * parseAddress('0001D3C99C0001:3'); // { device: '0001D3C99C0001', channel: 3 }
 */
export function parseAddress(address: string): ParsedAddress | undefined {
  if (address === '' || address.length > MAX_LENGTH) return undefined;
  if (!address.includes(':')) return { device: address };
  const match = CHANNEL.exec(address);
  if (match?.groups === undefined) return undefined;
  return { device: match.groups.device as string, channel: Number(match.groups.channel) };
}

/** Addresses that every CCU may have, so that only the CCU's serial makes an id unique. */
const SHARED = /^(INT000|BidCoS-|HmIP-RCV-|CUX)/i;
/** A smoke detector team has the serial of one of its members. */
const TEAM = /^\*[0-9A-Z]+$/;

export const isSharedAddress = (device: string): boolean =>
  SHARED.test(device) || (!isPlainAddress(device) && !TEAM.test(device));

const VIRTUAL_REMOTE = /^(BidCoS-RF|BidCoS-Wir|HmIP-RCV-\d+)$/;

/**
 * The remote controls that exist only inside a CCU, with fifty keys each.
 *
 * @example
 * isVirtualRemote('HmIP-RCV-1'); // true
 */
export const isVirtualRemote = (device: string): boolean => VIRTUAL_REMOTE.test(device);

const PLAIN = /^(?!(?:CALCULATED|EVENT|WEEK-PROFILE|SCHEDULE-CHANNEL-SWITCH)-)[0-9A-Z]+(?:-[0-9A-Z]+)*$/;

/** As makers give them: no two such addresses are the same in small letters with `_` for `-`. */
export const isPlainAddress = (device: string): boolean => PLAIN.test(device) || isVirtualRemote(device);
