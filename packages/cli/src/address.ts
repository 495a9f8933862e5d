import { usageError } from './exit.js';

export const centralArg = {
  central: { type: 'string', valueHint: 'NAME', description: 'the CCU, where two have the same address' },
} as const;

/** The device is ready for a path. @throws CliError */
export function parseAddress(text: string): { readonly device: string; readonly channel: string | undefined } {
  const match = /^([^:/\s]{1,64})(?::(\d{1,4}))?$/.exec(text);
  if (!match) throw usageError('an address is DEVICE or DEVICE:CHANNEL', 'ccu-gateway devices list');
  return { device: encodeURIComponent(match[1] ?? ''), channel: match[2] };
}

/** What comes after the path, or nothing. */
export function query(parameters: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}
