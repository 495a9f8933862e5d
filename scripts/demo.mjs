// Installs, builds and starts a simulated CCU with the daemon. Arguments are handed on: --json, --listen, --data-dir.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { launchersGone } from './lib/launchers.mjs';
import { bundle, install, main } from './lib/prepare.mjs';
import { childEnv, root } from './lib/run.mjs';

main(async () => {
  await install();
  await bundle(['@ccu-gateway/daemon', '@ccu-gateway/cli']);
  // The channel tells the daemon when this script is gone, however it died, so that no demo outlives its terminal.
  const child = spawn(process.execPath, [join(root, 'apps/daemon/dist/main.js'), 'demo', ...process.argv.slice(2)], {
    env: childEnv(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const gone = launchersGone();
  const orphaned = setInterval(() => {
    if (gone()) child.kill('SIGTERM');
  }, 500);
  // Ctrl-C reaches the daemon by itself (same process group); here it only must not end the wait.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  const code = await new Promise((settle) => {
    child.once('error', () => settle(1));
    child.once('exit', (exit, signal) => settle(signal === null ? exit : 1));
  });
  clearInterval(orphaned);
  return code;
});
