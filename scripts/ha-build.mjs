// Builds the folder that an image of the Home Assistant app is made from: `docker build` in it, or a repository of apps with it.
//
//   pnpm ha:build [--out FOLDER] [--app FOLDER]   an installation to put in, instead of one of the built workspace
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { addBinaries, copyApp, freshApps } from './addons/app.mjs';
import { main } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

const FILES = ['Dockerfile', 'start.mjs', 'options.mjs', 'icon.png', 'translations'];

main(async (progress) => {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'out/ccu_gateway' }, app: { type: 'string' } },
  });
  const scratch = mkdtempSync(join(tmpdir(), 'ccu-gateway-ha-'));
  try {
    const apps =
      values.app === undefined
        ? Object.values(await freshApps(['x64', 'arm64'], scratch, progress))
        : [resolve(values.app)];
    const out = resolve(values.out);
    const from = join(root, 'apps/ha-app');
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    for (const name of FILES) cpSync(join(from, name), join(out, name), { recursive: true });
    cpSync(join(root, 'docs/home-assistant-app.md'), join(out, 'DOCS.md'));
    const { version } = JSON.parse(readFileSync(join(root, 'apps/daemon/package.json'), 'utf8'));
    const config = readFileSync(join(from, 'config.yaml'), 'utf8');
    writeFileSync(join(out, 'config.yaml'), config.replace(/^version: .*$/m, `version: "${version}"`));
    copyApp(apps[0], join(out, 'app'));
    for (const app of apps.slice(1)) addBinaries(app, join(out, 'app'));
    process.stdout.write(`${out}\n`);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
