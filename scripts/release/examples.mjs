// The projects of `examples/`, installed from the tarballs of a release as a reader would install them.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { startDemo } from './first-steps.mjs';

const source = join(root, 'examples');

/** Installs each project in `folder` from the registry and runs its test beside a demo. Answers a line each; throws where one fails. */
export async function tryExamples(registry, folder) {
  cpSync(source, folder, { recursive: true });
  const { demo, stop } = await startDemo(registry, folder);
  const env = { CCU_GATEWAY_URL: demo.url, CCU_GATEWAY_TOKEN: demo.token };
  try {
    const lines = [];
    for (const name of namesOfExamples()) lines.push(await tryExample(registry, join(folder, name), { name, env }));
    return lines;
  } finally {
    await stop();
  }
}

const namesOfExamples = () =>
  readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

async function tryExample(registry, folder, { name, env }) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  try {
    await registry.npm(['install'], folder);
    const { stdout } = await registry.npm(['test'], folder, env);
    const [, passed] = /^# pass (\d+)$/m.exec(stdout) ?? [];
    const [, skipped] = /^# skipped (\d+)$/m.exec(stdout) ?? [];
    if (!(passed > 0) || skipped !== '0') throw new Error(stdout);
    const own = Object.keys(dependencies).filter((each) => each.startsWith('@ccu-gateway/'));
    return `examples/${name}: ${passed} tests with ${own.join(', ')}`;
  } catch (error) {
    throw new Error(`examples/${name}: ${String(error.stdout ?? '')}${error.message}`);
  }
}
