// The add-on of a CCU: one archive that the page for additional software of the CCU takes.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, run } from '../lib/run.mjs';
import { copyApp } from './app.mjs';
import { placeNode } from './node-runtime.mjs';

const FILES = join(root, 'apps/ccu-addon/files');
const ID = 'ccu-gateway';
/** The newest line that Debian 10 and newer can run, and that has SQLite of its own. */
export const NODE_VERSION = '22';
/** Beside the scripts that the CCU looks for. */
const AT_ROOT = ['update_script', 'openccu-lite.json'];
const OF_THE_ADDON = ['bin', 'rc.d', 'etc', 'www'];

/** Makes the archive of one processor in `out`, with its checksum beside it, and answers its path. */
export async function packCcuAddon({ app, arch, version, node, out, scratch }) {
  const stage = mkdtempSync(join(scratch, 'addon-'));
  const home = join(stage, ID);
  mkdirSync(home);
  for (const name of AT_ROOT) cpSync(join(FILES, name), join(stage, name));
  for (const name of OF_THE_ADDON) cpSync(join(FILES, name), join(home, name), { recursive: true });
  writeFileSync(join(home, 'VERSION'), `${version}\n`);
  writeFileSync(join(home, 'ARCH'), `${arch}\n`);
  copyApp(app, join(home, 'app'));
  await placeNode({ ...node, arch, target: join(home, 'node'), scratch });
  // Programs come back with the archive: a backup of the CCU need not hold them.
  for (const name of ['app', 'node']) writeFileSync(join(home, name, '.nobackup'), '');

  mkdirSync(out, { recursive: true });
  const file = join(out, `${ID}-ccu-${arch}-${version}.tar.gz`);
  // The same files make the same list wherever they are packed.
  const alike = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', '--sort=name'];
  const code = await run('tar', [...alike, '-czf', file, '-C', stage, ...AT_ROOT, ID]);
  if (code !== 0) throw new Error(`tar failed with exit code ${code}`);
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`);
  return file;
}
