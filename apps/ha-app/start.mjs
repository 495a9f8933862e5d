// Starts the gateway as an app of Home Assistant: reads what the supervisor and the user have set, writes the configuration,
// and becomes the gateway. With --health it asks whether the gateway answers.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { configOf, merge, optionsSchema } from './options.mjs';

const { env } = process;
const DATA = env.GATEWAY_APP_DATA ?? '/data';
const OWN = join(env.GATEWAY_APP_CONFIG ?? '/config', 'gateway.yaml');
const DAEMON = env.GATEWAY_APP_DAEMON ?? join(import.meta.dirname, 'node_modules/@ccu-gateway/daemon/dist/main.js');

/** The user can mend it: said without a stack. */
class SettingsError extends Error {}

const libraries = createRequire(DAEMON);

function readOptions() {
  const file = join(DATA, 'options.json');
  const { z } = libraries('zod');
  let json;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError(`${file}: ${error.message}`);
  }
  const read = optionsSchema(z).safeParse(json);
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) => `option ${path.join('.') || '(all)'}: ${message}`);
  throw new SettingsError(lines.join('\n'));
}

/** The file of the user for everything that is no option. */
function readOwn() {
  if (!existsSync(OWN)) return {};
  let own;
  try {
    own = libraries('yaml').parse(readFileSync(OWN, 'utf8')) ?? {};
  } catch (error) {
    throw new SettingsError(`${OWN}: ${error.message}`);
  }
  if (typeof own !== 'object' || Array.isArray(own)) throw new SettingsError(`${OWN}: expected keys with values`);
  return own;
}

/** JSON is YAML: the file has nothing to be read in, as it is written anew at each start. */
function writeConfig(config) {
  const folder = join(DATA, 'gateway');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'config.yaml');
  writeFileSync(`${file}.new`, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return { file, folder };
}

async function start() {
  const { file, folder } = writeConfig(merge(readOwn(), configOf(readOptions())));
  // The gateway asks nothing of the supervisor: what opens its API is not passed on.
  for (const name of ['SUPERVISOR_TOKEN', 'HASSIO_TOKEN']) delete env[name];
  env.SERVICE_BUILD = 'ha-app';
  process.argv = [process.argv[0], DAEMON, 'run', '--config', file, '--data-dir', folder];
  await import(pathToFileURL(DAEMON).href);
}

/** Ends with 0 when the port of the gateway takes connections. */
function checkHealth() {
  const file = join(DATA, 'gateway/config.yaml');
  if (!existsSync(file)) {
    process.stderr.write('The gateway was not started yet.\n');
    process.exitCode = 1;
    return;
  }
  const { listen } = libraries('yaml').parse(readFileSync(file, 'utf8')).north.rest;
  const [, host, port] = /^(.*):(\d+)$/.exec(listen);
  const socket = connect({ host: host || '127.0.0.1', port: Number(port) });
  socket.once('connect', () => process.exit(0));
  socket.once('error', () => process.exit(1));
}

try {
  if (process.argv[2] === '--health') checkHealth();
  else await start();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\nThe gateway was not started.\n`);
  process.exitCode = 2;
}
