// Publishes what is built here into a registry of our own, installs it from there and takes the first steps with npx.
// `--if-touched` leaves it out where no recent commit changed what is packed or how.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, main } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';
import { leaveOut } from './lib/touched.mjs';

main(async (progress) => {
  if (leaveOut('release', process.argv.slice(2)).isLeftOut) return 0;
  await install(progress);
  await build(progress);
  const { rehearse } = await import('./release/rehearsal.mjs');
  const scratch = mkdtempSync(join(tmpdir(), 'ccu-gateway-release-'));
  try {
    const say = (line) => process.stdout.write(`${line}\n`);
    const wrong = await rehearse({ from: root, out: join(scratch, 'out'), scratch, say });
    for (const line of wrong) process.stdout.write(`✗ ${line}\n`);
    process.stdout.write(wrong.length === 0 ? 'release: nothing is wrong\n' : `release: ${wrong.length} wrong\n`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
