// Installs, bundles and starts a simulated CCU with the daemon. Arguments are handed on: --json, --listen, --data-dir.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { launchersGone } from './lib/launchers.mjs';
import { bundle, install, main } from './lib/prepare.mjs';
import { childEnv, root } from './lib/run.mjs';

main(async (progress) => {
  await install(progress, 'run');
  await bundle(progress);
  // The channel tells the daemon when this script is gone, however it died, so that no demo outlives its terminal.
  const daemon = [join(root, 'apps/daemon/dist/main.js'), 'demo', '--cli', 'node packages/cli/dist/bin.js'];
  const child = spawn(process.execPath, [...daemon, ...process.argv.slice(2)], {
    env: childEnv(),
    stdio: ['inherit', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise((settle) => {
    child.once('error', () => settle(1));
    child.once('close', (exit, signal) => settle(signal === null ? exit : 1));
  });
  const gone = launchersGone();
  const orphaned = setInterval(() => {
    if (gone()) child.kill('SIGTERM');
  }, 500);
  // Ctrl-C reaches the daemon by itself (same process group); here it only must not end the wait.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  // Its output waits for the line of the progress to end.
  await progress.phase('gateway', () => Promise.race([once(child.stdout, 'readable'), ended]));
  progress.end();
  child.stdout.pipe(process.stdout);
  child.stderr.pipe(process.stderr);
  const code = await ended;
  clearInterval(orphaned);
  return code;
});
