import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from './process.js';

const hasBusybox = spawnSync('busybox', ['ash', '-c', 'true']).status === 0;
const FILES = join(repository, 'apps/ccu-addon/files');
const DAEMON = 'app/node_modules/@ccu-gateway/daemon/dist/main.js';
/** What changes files: each call is a point at which the update is killed. */
const TOOLS = ['cp', 'mv', 'rm', 'ln', 'mkdir', 'sync'];
const WHOLE_FRAGMENT = /^(# 1\n){100}$|^(# 2\n){100}$/;

/** An archive, unpacked, whose gateway only says that it runs: its parts tell the version that they are of. */
function unpackedArchive(folder: string, version: string): string {
  const home = join(folder, 'ccu-gateway');
  mkdirSync(join(home, 'node/bin'), { recursive: true });
  cpSync(join(FILES, 'update_script'), join(folder, 'update_script'));
  for (const name of ['bin', 'rc.d', 'etc', 'www']) cpSync(join(FILES, name), join(home, name), { recursive: true });
  writeFileSync(join(home, 'etc/lighttpd.conf'), `# ${version}\n`.repeat(100));
  writeFileSync(join(home, 'ARCH'), `${spawnSync('uname', ['-m'], { encoding: 'utf8' }).stdout}`);
  mkdirSync(join(home, DAEMON, '..'), { recursive: true });
  // The shell stands for Node.js: it needs no time to start.
  writeFileSync(join(home, 'node/bin/node'), '#!/bin/sh\n[ "$1" = --version ] && exit\nshift\nexec sh "$@"\n', {
    mode: 0o755,
  });
  writeFileSync(join(home, DAEMON), 'while :; do busybox sleep 5; done\n');
  for (const part of ['app', 'node', 'bin', 'www']) writeFileSync(join(home, part, 'of'), version);
  return folder;
}

interface Point {
  /** The number of the call. */
  readonly at: number;
  readonly moment: 'before' | 'within';
}

/** What of a CCU the add-on touches, with tools that kill at a point the update that calls them. */
function createCcu(scratch: string) {
  const root = join(scratch, 'ccu');
  const installed = join(scratch, 'installed');
  const tools = join(scratch, 'tools');
  const state = join(scratch, 'state');
  const home = join(root, 'usr/local/addons/ccu-gateway');
  const script = join(root, 'usr/local/etc/config/rc.d/ccu-gateway');
  // As on a CCU3: an installation starts nothing, its restart does.
  const installs = join(root, 'etc/init.d/S00InstallAddon');
  for (const folder of [tools, state]) mkdirSync(folder, { recursive: true });
  const tool = (name: string, text: string) => writeFileSync(join(tools, name), `#!/bin/sh\n${text}`, { mode: 0o755 });
  tool('logger', '[ $# -gt 4 ] || exec cat >/dev/null\n');
  tool('sleep', 'exec busybox sleep 0.02\n');
  for (const name of TOOLS) {
    // A kill takes nothing back that was written: there is no need to wait for the disk.
    const real = name === 'sync' ? 'true' : `busybox ${name} "$@"`;
    tool(
      name,
      `[ -e '${state}/at' ] || exec ${real}
read -r n <'${state}/count'
n=$((n + 1))
echo "$n" >'${state}/count'
echo "${name} $*" >>'${state}/seen'
read -r at moment <'${state}/at'
[ "$n" = "$at" ] || exec ${real}
for last; do :; done
if [ "$moment" = within ]; then
  case "${name} $1" in
    rm*) find "$last" -type f 2>/dev/null | head -n 1 | while read -r file; do busybox rm "$file"; done ;;
    'cp -R') busybox mkdir "$last" && busybox cp -R "$2/app" "$last/app" ;;
    cp*) head -c 9 "$1" >"$last" ;;
  esac
fi
read -r top <'${state}/top'
kill -9 "$PPID" "$top"
`,
    );
  }
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}`, CCU_GATEWAY_ROOT: root };
  /** Runs a line by the shell of a CCU, and answers its exit code and what it said. */
  const ash = async (line: string) => {
    const child = spawn('busybox', ['ash', '-c', line], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const [said, code] = await Promise.all([text(child.stdout), once(child, 'close').then(([status]) => status)]);
    return { said, code };
  };
  return {
    home,
    fragment: join(root, 'usr/local/etc/config/lighttpd/ccu-gateway.conf'),
    rc: (name: string) => ash(`exec '${script}' ${name}`),
    install: (folder: string) => ash(`exec busybox ash '${folder}/update_script' CCU3`),
    /** Updates, and is killed at the point where there is one; answers the calls up to it. */
    async update(folder: string, point?: Point) {
      const notes = { at: `${point?.at ?? 0} ${point?.moment ?? 'never'}\n`, count: '0\n', seen: '' };
      for (const [name, note] of Object.entries(notes)) writeFileSync(join(state, name), note);
      await ash(`echo $$ >'${state}/top'; exec busybox ash '${folder}/update_script' CCU3`);
      const seen = readFileSync(join(state, 'seen'), 'utf8').trim().split('\n');
      for (const name of readdirSync(state)) rmSync(join(state, name));
      return seen;
    },
    versions: () => ['app', 'node', 'bin', 'www'].map((part) => readFileSync(join(home, part, 'of'), 'utf8')),
    /** A CCU on which the add-on was installed; with the same files each time. */
    async begin(folder: string) {
      rmSync(root, { recursive: true, force: true });
      if (existsSync(installed)) return cpSync(installed, root, { recursive: true, verbatimSymlinks: true });
      mkdirSync(join(installs, '..'), { recursive: true });
      writeFileSync(installs, '');
      await this.install(folder);
      cpSync(root, installed, { recursive: true, verbatimSymlinks: true });
    },
  };
}

describe.skipIf(!hasBusybox)(
  `an update of the add-on${hasBusybox ? '' : ' (skipped: busybox is not installed)'}`,
  () => {
    const scratch = mkdtempSync(join(tmpdir(), 'ccu-addon-killed-'));
    let old: string;
    let fresh: string;
    beforeAll(() => {
      old = unpackedArchive(join(scratch, 'old'), '1');
      fresh = unpackedArchive(join(scratch, 'new'), '2');
    });
    afterAll(() => rmSync(scratch, { recursive: true, force: true }));

    /** Kills an update at the point; answers the version that is there after a restart of the CCU. */
    async function survive(ccu: ReturnType<typeof createCcu>, point: Point): Promise<string> {
      await ccu.begin(old);
      const config = join(ccu.home, 'data/config.yaml');
      mkdirSync(join(config, '..'));
      writeFileSync(config, '# mine\n');
      const step = `${point.moment} ${(await ccu.update(fresh, point)).at(-1)}`;
      const started = await ccu.rc('start');
      const runs = await ccu.rc('status');
      expect([step, started, runs.code]).toEqual([step, { code: 0, said: 'ccu-gateway: started\n' }, 0]);
      const versions = ccu.versions();
      const [version = ''] = versions;
      expect([step, versions, readFileSync(config, 'utf8')]).toEqual([step, Array(4).fill(version), '# mine\n']);
      expect([step, readFileSync(ccu.fragment, 'utf8')]).toEqual([step, expect.stringMatching(WHOLE_FRAGMENT)]);
      // Another try brings it to its end, while the gateway runs.
      const again = await ccu.install(fresh);
      const left = readdirSync(ccu.home).filter((name) => name.startsWith('.'));
      expect([step, again.code, ccu.versions(), left]).toEqual([
        step,
        expect.toBeOneOf([0, 10]),
        Array(4).fill('2'),
        [],
      ]);
      return version;
    }

    it('that is killed before or within any of its steps leaves one version, which starts, and its data', async () => {
      const first = createCcu(join(scratch, 'steps'));
      await first.begin(old);
      const steps = await first.update(fresh);
      expect(steps.length).toBeGreaterThan(15);
      const left = steps.flatMap((step, index): readonly Point[] => [
        { at: index + 1, moment: 'before' },
        ...(/^(cp|rm) /.test(step) ? [{ at: index + 1, moment: 'within' } as const] : []),
      ]);
      const found = new Set<string>();
      const surviveEach = async (name: number) => {
        const ccu = createCcu(join(scratch, String(name)));
        for (let point = left.shift(); point !== undefined; point = left.shift()) found.add(await survive(ccu, point));
      };
      // Most of the time passes in starting processes, for which other points need not wait.
      await Promise.all([1, 2, 3, 4].map(surviveEach));
      expect([...found].sort()).toEqual(['1', '2']);
    }, 600_000);
  },
);
