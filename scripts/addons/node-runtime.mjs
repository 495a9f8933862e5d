// The Node.js that a package brings: from the npm package of that platform, or from a tarball of the Node.js project.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { childEnv, run } from '../lib/run.mjs';

/** Processors as `uname -m` names them, with their name at npm. */
export const ARCHITECTURES = { x86_64: 'x64', aarch64: 'arm64', armv7l: 'armv7l' };

/**
 * Puts the program at `bin/node` of `target`, with its terms beside `bin`. `from` is the program itself, which has none, or a
 * tarball with both in it; without it the package `node-linux-…` of that version is fetched.
 */
export async function placeNode({ arch, version, from, target, scratch }) {
  const program = join(target, 'bin/node');
  mkdirSync(dirname(program), { recursive: true });
  if (from !== undefined && !/\.t(ar\.)?[gx]z$/.test(from)) {
    copyFileSync(resolve(from), program);
  } else {
    const folder = mkdtempSync(join(scratch, 'node-'));
    const tarball = from === undefined ? await fetched(folder) : resolve(from);
    const wanted = ['--strip-components=1', '--wildcards', '--no-wildcards-match-slash', '*/bin/node', '*/LICENSE'];
    await must('tar', ['-xf', tarball, '-C', folder, ...wanted], folder);
    copyFileSync(join(folder, 'bin/node'), program);
    copyFileSync(join(folder, 'LICENSE'), join(target, 'LICENSE'));
  }
  chmodSync(program, 0o755);

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
