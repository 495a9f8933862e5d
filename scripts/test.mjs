// Installs, builds and runs the whole test suite; extra arguments go to vitest.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, install, main } from './lib/prepare.mjs';
import { tool } from './lib/run.mjs';

main(async () => {
  await install();
  // What tests start as a process; everything else they load from its sources.
  await bundle(['@ccu-gateway/daemon', '@ccu-gateway/cli']);
  const out = mkdtempSync(join(tmpdir(), 'ccu-gateway-test-'));
  const report = join(out, 'report.json');
  try {
    const code = await tool(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
      { stdout: 'inherit' },
    );
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
    process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
    return code;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
