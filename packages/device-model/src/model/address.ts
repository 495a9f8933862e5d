/** Serials of BidCos, SGTIN tails of HmIP, groups, CUxD, virtual remotes. */
const DEVICE = /^[0-9A-Za-z_-]{3,32}$/;
const CHANNEL = /^(?<device>[0-9A-Za-z_-]{3,32}):(?<channel>\d{1,3})$/;

export interface ParsedAddress {
  readonly device: string;
  readonly channel?: number;
}

/** Takes `DEVICE` or `DEVICE:n`; `undefined` for everything else. */
export function parseAddress(address: string): ParsedAddress | undefined {
  if (DEVICE.test(address)) return { device: address };
  const match = CHANNEL.exec(address);
  if (match?.groups === undefined) return undefined;
  return { device: match.groups.device as string, channel: Number(match.groups.channel) };
}

/** Addresses that every CCU has, so that only the CCU's serial makes an id unique. */
const SHARED = /^(INT000|BidCoS-|HmIP-RCV-|CUX)/i;

export const isSharedAddress = (device: string): boolean => SHARED.test(device);

const VIRTUAL_REMOTE = /^(BidCoS-RF|BidCoS-Wir|HmIP-RCV-\d+)$/i;

/** The remote controls that exist only inside a CCU, with fifty keys each. */
export const isVirtualRemote = (device: string): boolean => VIRTUAL_REMOTE.test(device);
