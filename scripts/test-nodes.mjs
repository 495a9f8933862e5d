// Runs the test suite on every Node that is supported, each in a copy of this checkout with dependencies of its own: the
// SQLite binding is built for one Node at a time. `pnpm test:nodes [20|22.1|24 …] [vitest filter …]`; without a version, all.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fetchNode } from './lib/other-node.mjs';
import { main } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';

const supported = ['20', '22', '24'];
const isNumber = (argument) => /^\d+(\.\d+){0,2}$/.test(argument);
const asked = process.argv.slice(2).filter(isNumber);
const filters = process.argv.slice(2).filter((argument) => !isNumber(argument));

/** Everything that git knows or would add, as it is now. */
function copyCheckout(to) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of new Set(listed.toString().split('\0'))) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
}

async function testOn(major) {
  const folder = mkdtempSync(join(tmpdir(), `ccu-gateway-node-${major}-`));
  try {
    const { bin, headers } = await fetchNode(major, join(folder, 'node'));
    const checkout = join(folder, 'checkout');
    copyCheckout(checkout);
    const node = join(bin, 'node');
    const version = execFileSync(node, ['--version']).toString().trim();
    process.stdout.write(`\nNode ${version}\n`);
    const env = {
      ...process.env,
      CCU_GATEWAY_NATIVE_SQLITE: '1',
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      ...(headers !== undefined && { npm_config_nodedir: headers }),
    };
    const code = await run(node, [join(checkout, 'scripts/test.mjs'), ...filters], {
      cwd: checkout,
      env,
      stdout: 'inherit',
    });
    return { version, code };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main(async () => {
  const outcomes = [];
  for (const major of asked.length > 0 ? asked : supported) outcomes.push(await testOn(major));
  for (const { version, code } of outcomes) process.stdout.write(`${version}: ${code === 0 ? 'passed' : 'failed'}\n`);
  return outcomes.every(({ code }) => code === 0) ? 0 : 1;
});
