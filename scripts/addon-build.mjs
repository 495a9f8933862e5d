// Builds the add-on for CCU3, RaspberryMatic and OpenCCU, one archive per processor.
//
//   pnpm addon:build [--arch x86_64,aarch64,armv7l] [--out FOLDER] [--node-version 22.23.1]
//                    [--node FILE]   program or tarball of Node.js instead of the npm package, for one processor
//                    [--app FOLDER]  an installation to pack, instead of one of the built workspace
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freshApps } from './addons/app.mjs';
import { NODE_VERSION, packCcuAddon } from './addons/ccu-addon.mjs';
import { ARCHITECTURES } from './addons/node-runtime.mjs';
import { main } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

main(async (progress) => {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string', default: 'x86_64,aarch64' },
      out: { type: 'string', default: 'out' },
      node: { type: 'string' },
      'node-version': { type: 'string', default: NODE_VERSION },
      app: { type: 'string' },
    },
  });
  const architectures = values.arch.split(',');
  const unknown = architectures.filter((arch) => !(arch in ARCHITECTURES));
  if (unknown.length > 0) throw new Error(`--arch: ${unknown} is none of ${Object.keys(ARCHITECTURES)}`);
  if (values.node !== undefined && architectures.length > 1)
    throw new Error('--node is for one processor: name it with --arch');
  const scratch = mkdtempSync(join(tmpdir(), 'ccu-gateway-addon-'));
  try {
    const cpus = architectures.map((arch) => ARCHITECTURES[arch]);
    const apps = values.app === undefined ? await freshApps(cpus, scratch, progress) : {};
    const { version } = JSON.parse(readFileSync(join(root, 'apps/daemon/package.json'), 'utf8'));
    const node = { from: values.node, version: values['node-version'] };
    for (const arch of architectures) {
      const app = apps[ARCHITECTURES[arch]] ?? resolve(values.app);
      const file = await packCcuAddon({ app, arch, version, node, out: resolve(values.out), scratch });
      process.stdout.write(`${file}\n`);
    }
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
