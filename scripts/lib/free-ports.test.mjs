import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePorts } from './free-ports.mjs';

const run = promisify(execFile);
const URL_OF = new URL('./free-ports.mjs', import.meta.url).href;

it('gives each port once, also to those that ask at the same moment', async () => {
  const ports = (await Promise.all([freePorts(5), freePorts(5), freePorts(5)])).flat();
  expect(new Set(ports).size).toBe(15);
});

it('gives processes that run beside each other different ports', async () => {
  // Each waits for the end of its input, so that all run until each has chosen.
  const script = `import { freePorts } from '${URL_OF}';\nconsole.log(JSON.stringify(await freePorts(10)));\nprocess.stdin.resume();`;
  const running = [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', script]));
  const chosen = await Promise.all(
    running.map(
      ({ child }) => new Promise((resolve) => child.stdout.once('data', (text) => resolve(JSON.parse(String(text))))),
    ),
  );
  for (const { child } of running) child.stdin.end();
  await Promise.all(running);
  const ports = [...chosen.flat(), ...(await freePorts(10))];
  expect(new Set(ports).size).toBe(40);
});
