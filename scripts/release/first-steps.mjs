// What a person does first: with nothing but Node and npm, start the demo by npx, mint a token, use both.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CLI = ['--yes', '@ccu-gateway/cli'];

/** Goes through the first steps in `folder` and answers what it saw, a line each. Throws where one fails. */
export async function takeFirstSteps(registry, folder) {
  mkdirSync(folder, { recursive: true });
  const npx = (...args) => run('npx', [...CLI, ...args], { cwd: folder, env: registry.env });
  const lines = [];
  const dataDir = join(folder, 'data');
  const minted = JSON.parse(
    (await npx('token', 'mint', 'first', '--role', 'viewer', '--data-dir', dataDir, '--json')).stdout,
  );
  if (!/^[\w-]{43}$/.test(minted.data?.token ?? '')) throw new Error('npx @ccu-gateway/cli token mint: no token came');
  lines.push('npx @ccu-gateway/cli token mint: a token, with no gateway running');

  const { demo, stop } = await startDemo(registry, folder);
  try {
    const answer = await fetch(`${demo.url}/api/v1/devices`, { headers: { authorization: `Bearer ${demo.token}` } });
    const { total } = await answer.json();
    if (answer.status !== 200 || !(total > 0)) throw new Error(`the demo answers ${answer.status} without devices`);
    lines.push(`npx @ccu-gateway/cli demo: ${total} devices`);
    const listed = await run('npx', [...CLI, 'devices', 'list', '--json'], {
      cwd: folder,
      env: { ...registry.env, CCU_GATEWAY_URL: demo.url, CCU_GATEWAY_TOKEN: demo.token },
    });
    lines.push(`npx @ccu-gateway/cli devices list: ${JSON.parse(listed.stdout).data.length} devices by the CLI`);
  } finally {
    await stop();
  }
  return lines;
}

/** The demo that npx fetched, once it says where it listens. */
export async function startDemo(registry, folder) {
  const child = spawn('npx', [...CLI, 'demo', '--json', '--listen', '127.0.0.1:0'], {
    cwd: folder,
    env: registry.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that the signal reaches all of it, as Ctrl-C does in a terminal: npx hands none on.
    detached: true,
  });
  const ended = new Promise((settle) => child.once('close', (code) => settle(code)));
  let said = '';
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-2000);
  });
  const first = new Promise((settle) => createInterface({ input: child.stdout }).once('line', settle));
  const line = await Promise.race([first, ended]);
  if (typeof line !== 'string') throw new Error(`npx @ccu-gateway/cli demo ended with ${line}: ${said}`);
  return {
    demo: JSON.parse(line),
    async stop() {
      process.kill(-child.pid, 'SIGINT');
      await ended;
    },
  };
}
