import { readAddress } from '@ccu-gateway/ccu-client/interfaces';
import { usageError } from './exit.js';

export const centralArg = {
  central: { type: 'string', valueHint: 'NAME', description: 'the CCU, where two have the same address' },
} as const;

/** Where a list can be that of one CCU. */
export const onlyCentralArg = {
  central: { type: 'string', valueHint: 'NAME', description: 'only this CCU' },
} as const;

/** @throws CliError */
export function parseAddress(text: string): { readonly device: string; readonly channel: number | undefined } {
  const parts = readAddress(text);
  if (parts === undefined) throw usageError('an address is DEVICE or DEVICE:CHANNEL', 'ccu-gateway devices list');
  return { device: parts.device, channel: parts.channel };
}
