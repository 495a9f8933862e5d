// Shows what would be published now: in a copy of the last commit, versions are raised by the changesets, everything is built,
// packed, published into a registry of our own and installed from there. Nothing leaves this machine, and nothing here changes.
// `--out FOLDER` keeps the tarballs and the bill of materials.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { install, main, pnpm } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';

const ask = promisify(execFile);

main(async (progress) => {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  await install(progress);
  const scratch = mkdtempSync(join(tmpdir(), 'ccu-gateway-release-'));
  const out = values.out === undefined ? join(scratch, 'out') : resolve(values.out);
  try {
    const copy = await copyWithVersions(scratch);
    const { rehearse } = await import('./release/rehearsal.mjs');
    const say = (line) => process.stdout.write(`${line}\n`);
    const wrong = await rehearse({ from: copy, out, scratch, say, natives: true });
    for (const line of wrong) say(`✗ ${line}`);
    say(wrong.length === 0 ? `release: nothing is wrong` : `release: ${wrong.length} wrong`);
    if (values.out !== undefined) say(`tarballs and bill of materials: ${out}`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

/** The last commit with its changesets applied, installed and built. */
async function copyWithVersions(scratch) {
  const { stdout } = await ask('git', ['status', '--porcelain'], { cwd: root });
  if (stdout !== '') process.stderr.write('What is not committed is not part of the rehearsal.\n');
  const copy = join(scratch, 'copy');
  const quiet = { cwd: copy };
  const steps = [
    () => run('git', ['clone', '--quiet', root, copy]),
    () => pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'], quiet),
    () => pnpm(['--filter=ccu-gateway-tools', 'exec', 'changeset', 'version'], quiet),
    () => pnpm(['install', '--lockfile-only', '--reporter=append-only'], quiet),
    () => run(process.execPath, ['scripts/build.mjs'], quiet),
  ];
  for (const step of steps) {
    const code = await step();
    if (code !== 0) throw new Error(`the copy could not be prepared (exit code ${code})`);
  }
  return copy;
}
