// Installs everything that the suites and the checks of a CI machine need: packages of the lockfile and, beside them, programs of Debian
// where it can, as root, with `apt-get`. Without those their tests are skipped.
import { existsSync } from 'node:fs';
import { fetchNewerNats, keepsCopies, newerNats } from './lib/newer-nats.mjs';
import { install, main } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

/** Packages of Debian, the program that each brings, and the consequence of its absence. */
const TOOLS = [
  {
    name: 'chromium-headless-shell',
    program: '/usr/bin/chromium-headless-shell',
    without: 'another browser runs the tests of the web UI, at half its speed',
  },
  { name: 'mosquitto', program: '/usr/sbin/mosquitto', without: 'tests of MQTT 5 are skipped' },
  { name: 'nats-server', program: '/usr/sbin/nats-server', without: 'tests of the log on NATS JetStream are skipped' },
  {
    name: 'postgresql',
    program: '/usr/lib/postgresql',
    without: 'tests of what a fleet shares in PostgreSQL are skipped',
  },
  { name: 'nginx-light', program: '/usr/sbin/nginx', without: 'tests behind nginx are skipped' },
  { name: 'haproxy', program: '/usr/sbin/haproxy', without: 'tests behind HAProxy are skipped' },
  { name: 'apache2', program: '/usr/sbin/apache2', without: 'tests behind Apache are skipped' },
  { name: 'caddy', program: '/usr/bin/caddy', without: 'tests behind Caddy are skipped' },
  { name: 'lighttpd', program: '/usr/sbin/lighttpd', without: 'tests behind the web server of a CCU are skipped' },
  { name: 'busybox', program: '/usr/bin/busybox', without: 'tests of the add-on of a CCU are skipped' },
  {
    name: 'openssl',
    program: '/usr/bin/openssl',
    without: 'tests with a certificate of the client of NATS are skipped',
  },
  { name: 'shellcheck', program: '/usr/bin/shellcheck', without: 'the check of its scripts is skipped' },
];
const works = (command, args) =>
  run(command, args).then(
    (code) => code === 0,
    () => false,
  );

/** Installs the programs that are missing, and names each. */
async function installPrograms() {
  const missing = TOOLS.filter(({ program }) => !existsSync(program));
  if (missing.length > 0 && (await works('apt-get', ['update']))) {
    // One at a time: a package that this release of Debian does not have must not keep the others away.
    for (const { name } of missing) await works('apt-get', ['install', '-y', '--no-install-recommends', name]);
  }
  for (const { name, program, without } of TOOLS) {
    console.log(existsSync(program) ? `${name} is installed` : `${name} cannot be installed: ${without}`);
  }
  if (keepsCopies('/usr/sbin/nats-server')) return;
  try {
    fetchNewerNats();
    console.log(`nats-server 2.10 is at ${newerNats}`);
  } catch (error) {
    console.log(`nats-server 2.10 cannot be fetched: tests of its clusters are skipped (${error.message})`);
  }
}

main(async (progress) => {
  await Promise.all([install(progress), installPrograms()]);
});
