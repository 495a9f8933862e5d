import { build } from 'esbuild';
import { describe, expect, it, vi } from 'vitest';
import { silentDebug } from './silent-debug.mjs';

const SOURCE = `
const debug = require('debug')('client');
debug('password %s', 'secret');
debug.extend('more')('password %s', 'secret');
export const { enabled } = debug;
`;

describe('a bundle with a library that debugs', () => {
  it('prints nothing, though the environment asks for it', async () => {
    const { outputFiles } = await build({
      stdin: { contents: SOURCE, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      plugins: [silentDebug],
    });
    const printed = vi.spyOn(process.stderr, 'write');
    vi.stubEnv('DEBUG', '*');
    const { text } = outputFiles[0];
    const bundle = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
    vi.unstubAllEnvs();
    expect(bundle.enabled).toBe(false);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });
});
