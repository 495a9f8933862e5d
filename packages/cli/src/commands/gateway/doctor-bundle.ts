import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, EXIT } from '../../terminal/exit.js';

/** Written file, for people and programs. */
export interface Bundle {
  readonly path: string;
  /** Names of its parts. */
  readonly parts: readonly string[];
}

/**
 * Writes a file for support, readable by its owner only, at a path that did not exist before. No part of it holds a
 * secret: the gateway removes them from its answers.
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
    // A file that cannot be written fails with a code of Node.
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const fix = code === 'EEXIST' ? 'try again in a second' : 'go to a directory that you may write';
    throw new CliError(EXIT.failed, 'bundle_not_written', `the bundle ${path} cannot be written (${code})`, { fix });
  }
  return { path, parts: Object.keys(parts) };
}
