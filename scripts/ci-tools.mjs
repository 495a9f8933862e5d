// Installs everything that the suites and the checks of a CI machine need: packages of the lockfile and, beside them, programs of Debian
// where it can, as root, with `apt-get`. Without those their tests are skipped.
import { existsSync } from 'node:fs';
import { fetchNewerNats, keepsCopies, newerNats } from './lib/newer-nats.mjs';
import { install, main } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

/** Packages of Debian, the program that each brings, and what is skipped without it. */
const TOOLS = [
  { name: 'mosquitto', program: '/usr/sbin/mosquitto', tests: 'tests of MQTT 5' },
  { name: 'nats-server', program: '/usr/sbin/nats-server', tests: 'tests of the log on NATS JetStream' },
  { name: 'postgresql', program: '/usr/lib/postgresql', tests: 'tests of what a fleet shares in PostgreSQL' },
  { name: 'nginx-light', program: '/usr/sbin/nginx', tests: 'tests behind nginx' },
  { name: 'haproxy', program: '/usr/sbin/haproxy', tests: 'tests behind HAProxy' },
  { name: 'apache2', program: '/usr/sbin/apache2', tests: 'tests behind Apache' },
  { name: 'caddy', program: '/usr/bin/caddy', tests: 'tests behind Caddy' },
  { name: 'lighttpd', program: '/usr/sbin/lighttpd', tests: 'tests behind the web server of a CCU' },
  { name: 'busybox', program: '/usr/bin/busybox', tests: 'tests of the add-on of a CCU' },
  { name: 'openssl', program: '/usr/bin/openssl', tests: 'tests with a certificate of the client of NATS' },
  { name: 'shellcheck', program: '/usr/bin/shellcheck', tests: 'the check of its scripts' },
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
  for (const { name, program, tests } of TOOLS) {
    console.log(existsSync(program) ? `${name} is installed` : `${name} cannot be installed: ${tests} are skipped`);
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
