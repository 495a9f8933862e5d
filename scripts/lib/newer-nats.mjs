// Servers of NATS before 2.10 keep no stream of several copies: where Debian's own is older, that of a newer release is laid beside it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Where tests of clusters look for it. */
const FOLDER = join(root, 'var/tools/nats');
export const newerNats = join(FOLDER, 'usr/sbin/nats-server');
/** The release of Debian that has 2.10. */
const RELEASE = 'trixie';
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Whether a server can keep several copies; false where there is none. */
export function keepsCopies(program) {
  try {
    const [, major, minor] = /v(\d+)\.(\d+)\./.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
    return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 10);
  } catch {
    return false;
  }
}

/** Fetches the package with the mirror and the keys of this machine, and unpacks it; nothing of the system changes. */
export function fetchNewerNats() {
  if (existsSync(newerNats)) return;
  const uris = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], {
    encoding: 'utf8',
  });
  const mirror = uris.split('\n').find((uri) => /\/debian\/?$/.test(uri));
  if (mirror === undefined) throw new Error('no mirror of Debian is configured');
  const place = join(FOLDER, 'apt');
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(place, folder), { recursive: true });
  writeFileSync(join(place, 'sources.list'), `deb [signed-by=${KEYS}] ${mirror} ${RELEASE} main\n`);
  const own = {
    'Dir::Etc::sourcelist': join(place, 'sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(place, 'lists'),
    'Dir::Cache': join(place, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const quietly = { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('apt-get', [...options, 'update'], quietly);
  execFileSync('apt-get', [...options, 'download', 'nats-server'], quietly);
  const archive = readdirSync(place).find((name) => name.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', join(place, archive), FOLDER], quietly);
  rmSync(place, { recursive: true, force: true });
}
