// The add-on as a CCU gets it: made of what would be published, installed by the shell of a CCU, started, updated, removed.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installApp } from '../addons/app.mjs';
import { NODE_VERSION, packCcuAddon } from '../addons/ccu-addon.mjs';
import { ARCHITECTURES } from '../addons/node-runtime.mjs';

const run = promisify(execFile);
/** Of folders, files and programs. A link would lead to the machine that builds. */
const MODES = ['drwxr-xr-x', '-rw-r--r--', '-rwxr-xr-x'];

/** Goes through the life of the add-on below `scratch`; what it saw goes to `say`. Throws where a step fails. */
export async function rehearseAddon({ tarballs, scratch, say }) {
  if (spawnSync('busybox', ['ash', '-c', 'true']).status !== 0) {
    say('the add-on of a CCU: not tried, because busybox is not installed');
    return;
  }
  const arch = Object.keys(ARCHITECTURES).find((name) => ARCHITECTURES[name] === process.arch);
  const { version } = tarballs.find(({ name }) => name === '@ccu-gateway/daemon');
  const app = join(scratch, 'addon-app');
  await installApp(tarballs, app, ARCHITECTURES[arch]);
  const out = join(scratch, 'addon');
  const file = await packCcuAddon({ app, arch, version, node: { version: NODE_VERSION }, out, scratch });
  const entries = await listed(file);
  const odd = entries.filter((line) => !MODES.some((mode) => line.startsWith(mode)));
  if (odd.length > 0) throw new Error(`the add-on has entries that it must not have: ${odd.slice(0, 5).join('; ')}`);

  const ccu = await openCcu(scratch, file);
  try {
    ccu.expect(10, ccu.install());
    await ccu.answers({ addon_build: true, version });
    const minted = ccu.expect(0, ccu.command('token', 'mint', 'first', '--role', 'viewer', '--json'));
    const key = readFileSync(join(ccu.home, 'data/secret.key'));
    ccu.expect(0, ccu.install());
    await ccu.answers({ addon_build: true, version });
    if (JSON.parse(minted).data?.token === undefined) throw new Error(`the add-on minted no token: ${minted}`);
    if (!readFileSync(join(ccu.home, 'data/secret.key')).equals(key)) throw new Error('the update took the key');
  } finally {
    ccu.rc('uninstall');
  }
  const left = readdirSync(ccu.root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  if (left.length > 0) throw new Error(`the add-on left behind: ${left.map(({ name }) => name).join(', ')}`);
  const megabytes = (readFileSync(file).length / 1e6).toFixed(2);
  say(
    `the add-on of a CCU (${arch}): ${megabytes} MB, ${entries.length} entries; installed, started, updated, removed`,
  );
}

async function listed(file) {
  const { stdout } = await run('tar', ['-tvzf', file], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim().split('\n');
}

/** A folder that looks like a CCU to the scripts of the add-on. */
async function openCcu(scratch, archive) {
  const [root, tools, unpacked] = ['ccu', 'ccu-tools', 'ccu-unpacked'].map((name) => join(scratch, name));
  for (const folder of [root, tools, unpacked]) mkdirSync(folder, { recursive: true });
  const log = join(scratch, 'ccu-messages');
  writeFileSync(log, '');
  // Messages of the scripts are arguments; what the gateway says comes in.
  writeFileSync(join(tools, 'logger'), `#!/bin/sh\n[ "$#" -gt 4 ] || exec cat >>'${log}'\n`, { mode: 0o755 });
  await run('busybox', ['tar', '-xzf', archive, '-C', unpacked]);
  const home = join(root, 'usr/local/addons/ccu-gateway');
  const env = {
    ...process.env,
    PATH: `${tools}:${process.env.PATH}`,
    CCU_GATEWAY_ROOT: root,
    SERVICE_REST_LISTEN: '127.0.0.1:0',
    SERVICE_CALLBACK_PORT: '0',
    SERVICE_CALLBACK_BIN_PORT: '0',
  };
  const ash = (...args) => spawnSync('busybox', ['ash', ...args], { env, encoding: 'utf8' });
  return {
    root,
    home,
    rc: (...args) => ash(join(root, 'usr/local/etc/config/rc.d/ccu-gateway'), ...args),
    command: (...args) => ash(join(home, 'bin/ccu-gateway'), ...args),
    install() {
      writeFileSync(log, '');
      return ash(join(unpacked, 'update_script'), 'HM-RASPBERRYMATIC');
    },
    expect(code, { status, stdout, stderr }) {
      if (status === code) return stdout;
      throw new Error(
        `the add-on ended with ${status} instead of ${code}: ${stdout}${stderr}${readFileSync(log, 'utf8')}`,
      );
    },
    /** Waits until the gateway says where it listens, and looks at what it says of itself. */
    async answers(expected) {
      const found = () => /"url":"(http:[^"]+)"/.exec(readFileSync(log, 'utf8'))?.[1];
      const ends = performance.now() + 60_000;
      while (found() === undefined) {
        if (performance.now() > ends) throw new Error(`the add-on does not listen: ${readFileSync(log, 'utf8')}`);
        await new Promise((settle) => setTimeout(settle, 100));
      }
      const info = await (await fetch(`${found()}/api/v1/info`)).json();
      for (const [name, value] of Object.entries(expected)) {
        if (info[name] !== value) throw new Error(`the add-on says ${name} ${info[name]} instead of ${value}`);
      }
    },
  };
}
