// Installs what only the tests of a CI machine need, where it can: as root, with `apt-get`. Without it those tests are skipped and say so.
import { existsSync } from 'node:fs';
import { run } from './lib/run.mjs';

const BROKER = '/usr/sbin/mosquitto';
const works = (command, args) =>
  run(command, args).then(
    (code) => code === 0,
    () => false,
  );

if (!existsSync(BROKER)) {
  (await works('apt-get', ['update'])) &&
    (await works('apt-get', ['install', '-y', '--no-install-recommends', 'mosquitto']));
}
console.log(
  existsSync(BROKER) ? 'mosquitto is installed' : 'mosquitto cannot be installed: tests of MQTT 5 are skipped',
);
