import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, EXIT } from '../../terminal/exit.js';

/** What was written, for people and programs. */
export interface Bundle {
  readonly path: string;
  /** Names of what is inside. */
  readonly parts: readonly string[];
}

/**
 * Writes what helps others to help, for its owner only, into a file that was not there before. No part of it holds a secret: the
 * gateway leaves them out before it tells.
 *
 * @throws CliError where it cannot be written
 */
export function writeBundle(
  { cwd, now }: { readonly cwd: string; now(): number },
  parts: Readonly<Record<string, unknown>>,
): Bundle {
  const made = new Date(now()).toISOString();
  const path = join(cwd, `ccu-gateway-doctor-${made.replaceAll(/[-:]|\.\d+/g, '')}.json`);
  try {
    writeFileSync(path, `${JSON.stringify({ made_at: made, ...parts }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // What Node says of a file that cannot be written has a code.
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const fix = code === 'EEXIST' ? 'try again in a second' : 'go to a directory that you may write';
    throw new CliError(EXIT.failed, 'bundle_not_written', `the bundle ${path} cannot be written (${code})`, { fix });
  }
  return { path, parts: Object.keys(parts) };
}
