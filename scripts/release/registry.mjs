// A registry of our own on the loopback: packages of this project are published into it, all others come through it from
// the registry that npm is set to.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runServer } from '../../tools/verdaccio.mjs';
import { childEnv } from '../lib/run.mjs';

const run = promisify(execFile);

/**
 * Starts the registry with its data in `folder`. `npm` runs a program of npm against it, with a cache and settings of its
 * own, so that nothing of this machine answers in its place.
 */
export async function openRegistry(folder) {
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  const server = await runServer({
    self_path: join(folder, 'verdaccio.yaml'),
    storage: join(folder, 'packages'),
    web: { enable: false },
    uplinks: { npm: { url: stdout.trim(), timeout: '60s' } },
    packages: { '@ccu-gateway/*': { access: '$all', publish: '$anonymous' }, '**': { access: '$all', proxy: 'npm' } },
    log: { type: 'stdout', level: 'fatal' },
  });
  await new Promise((settle, fail) => server.once('error', fail).listen(0, '127.0.0.1', settle));
  const address = `127.0.0.1:${server.address().port}/`;
  const settings = join(folder, 'npmrc');
  mkdirSync(folder, { recursive: true });
  // Without a token npm does not publish; any will do here.
  writeFileSync(
    settings,
    `registry=http://${address}\n//${address}:_authToken=anonymous\naudit=false\nfund=false\nupdate-notifier=false\n`,
  );
  const env = withNpmSettings(childEnv(), {
    userconfig: settings,
    cache: join(folder, 'cache'),
    registry: `http://${address}`,
  });
  return {
    env,
    npm: (args, cwd, more = {}) => run('npm', args, { cwd, env: { ...env, ...more }, maxBuffer: 64 * 1024 * 1024 }),
    close: () =>
      new Promise((settle) => {
        server.closeAllConnections();
        server.close(() => settle());
      }),
  };
}

/**
 * An environment with these settings of npm. Every spelling of them goes first: a package manager that runs a script hands
 * its own on in small letters, and programs of npm take whichever they meet first.
 */
function withNpmSettings(env, settings) {
  const others = Object.entries(env).filter(([name]) => !(npmSetting(name) in settings));
  const own = Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value]);
  return Object.fromEntries([...others, ...own]);
}

function npmSetting(name) {
  return /^npm_config_(?<setting>.+)$/i.exec(name)?.groups.setting.toLowerCase() ?? '';
}
