import type { CompatSession } from './json-session.js';
import { runScript } from './scripts.js';

/** Version and product, where they have the expected form: no other text of the CCU gets into a report. */
export async function readVersion(
  session: CompatSession | undefined,
): Promise<{ readonly version?: string; readonly product?: string }> {
  if (session === undefined) return {};
  const rows = await runScript(session, 'system_info', {}).catch(() => ({ error: 'failed' }));
  return firmwareIn('error' in rows ? '' : (rows[0]?.versionFile ?? ''));
}

const VERSION = /^VERSION=(\d{1,4}(?:\.\d{1,8}){1,3})\s*$/m;

/** The boards and containers that firmware is made for; `rpi4`, `raspmatic_rpi4`, `openccu_generic-x86_64`. */
const BOARD = [
  'rpi[0-9]',
  'generic-(?:x86_64|aarch64)',
  '(?:oci|lxc)(?:_(?:amd64|arm64|arm))?',
  'odroid-[a-z][0-9]',
  'tinkerboard[0-9s]?',
  'intelnuc',
  'ova',
  'ccu3',
  'simulator',
].join('|');
const PRODUCT = new RegExp(`^PRODUCT=((?:HM-)?CCU[123]|(?:(?:raspmatic|openccu)_)?(?:${BOARD}))\\s*$`, 'm');

/** Reads the text of `/VERSION`. */
export function firmwareIn(file: string): { readonly version?: string; readonly product?: string } {
  const version = VERSION.exec(file)?.[1];
  const product = PRODUCT.exec(file)?.[1];
  return { ...(version === undefined ? {} : { version }), ...(product === undefined ? {} : { product }) };
}
