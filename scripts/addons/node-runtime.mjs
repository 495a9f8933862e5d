// The Node.js that a package brings: from the npm package of that platform, or from a tarball of the Node.js project.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { childEnv, run } from '../lib/run.mjs';

/** Processors as `uname -m` names them, with their name at npm. */
export const ARCHITECTURES = { x86_64: 'x64', aarch64: 'arm64', armv7l: 'armv7l' };

/**
 * Puts the program `node` at `target`. `from` is the program itself or a tarball with `bin/node` in it; without it the package
 * `node-linux-…` of that version is fetched.
 */
export async function placeNode({ arch, version, from, target, scratch }) {
  mkdirSync(dirname(target), { recursive: true });
  const program = from === undefined || /\.t(ar\.)?[gx]z$/.test(from) ? await unpacked() : resolve(from);
  copyFileSync(program, target);
  chmodSync(target, 0o755);

  async function unpacked() {
    const folder = mkdtempSync(join(scratch, 'node-'));
    const tarball = from === undefined ? await fetched(folder) : resolve(from);
    await must('tar', ['-xf', tarball, '-C', folder, '--strip-components=1', '--wildcards', '*/bin/node'], folder);
    return join(folder, 'bin/node');
  }

  async function fetched(folder) {
    const name = `node-linux-${ARCHITECTURES[arch]}@${version}`;
    await must('npm', ['pack', '--silent', name], folder);
    return join(
      folder,
      readdirSync(folder).find((file) => file.endsWith('.tgz')),
    );
  }
}

async function must(command, args, cwd) {
  const code = await run(command, args, { cwd, env: childEnv() });
  if (code !== 0) throw new Error(`${command} ${args[0]} failed with exit code ${code}`);
}
