import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBin, daemonBin, finish, type Running, repository, start } from './process.js';

const text = ['README.md', 'docs/programs.md'].map((file) => readFileSync(join(repository, file), 'utf8')).join('\n');
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map((match) => match[1] ?? '');
const commands = blocks('sh').flatMap((block) => block.trim().split('\n'));

const CLI = 'node packages/cli/dist/bin.js';
const isShell = (line: string) => /^(curl|node packages\/cli\/dist\/bin\.js (devices|events|token|setup))/.test(line);

describe('every command of the README and of the page on programs', () => {
  let demo: Running;
  let dir: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-readme-'));
    demo = start(process.execPath, [daemonBin, 'demo', '--json', '--listen', '127.0.0.1:0', '--data-dir', dir]);
    await demo.until(/\n/);
    const { url, token } = JSON.parse(demo.stdout());
    env = { CCU_GATEWAY_URL: url, CCU_GATEWAY_TOKEN: token, XDG_STATE_HOME: join(dir, 'state') };
  });
  afterAll(async () => {
    demo.child.kill('SIGTERM');
    await demo.exited;
    rmSync(dir, { recursive: true, force: true });
  });

  const shell = (line: string, settings: Record<string, string> = env) =>
    finish(start('sh', ['-c', line.replace(/^node /, `'${process.execPath}' `)], { env: settings }));

  it.each(commands.filter((line) => isShell(line) && !/ (token|setup) /.test(line)))('%s', async (line) => {
    const { code, stdout, stderr } = await shell(line);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.trim()).not.toBe('');
    expect(stdout).not.toContain('urn:ccu-gateway:error');
    expect(stdout).not.toContain('GAP');
  });

  it.each(commands.filter((line) => / (token|setup) /.test(line)))('%s, on the database itself', async (line) => {
    const { code, stdout, stderr } = await shell(line, {
      CCU_GATEWAY_URL: '',
      CCU_GATEWAY_TOKEN: '',
      CCU_GATEWAY_DATA_DIR: dir,
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.trim()).not.toBe('');
  });

  it('ends quietly when the reader of a pipe has left', async () => {
    const line = `${CLI} devices list | true`;
    const { stderr } = await shell(line);
    expect(stderr).toBe('');
  });

  it('runs the program unchanged, from a file of the checkout', async () => {
    const [program = ''] = blocks('js');
    expect(program.split('\n').length).toBeLessThan(16);
    // Modules are found as from the root itself, where a run that is killed would leave the file to git.
    const file = join(repository, 'var', `readme-program-${process.pid}.mjs`);
    mkdirSync(join(repository, 'var'), { recursive: true });
    writeFileSync(file, program);
    const { code, stdout, stderr } = await finish(start(process.execPath, [file], { env }));
    rmSync(file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+ \S+ [A-Z_0-9]+ /);
  });

  it('starts with the example configuration', async () => {
    const place = mkdtempSync(join(tmpdir(), 'ccu-gateway-run-'));
    expect(commands).toContain('cp config.example.yaml config.yaml');
    copyFileSync(join(repository, 'config.example.yaml'), join(place, 'config.yaml'));
    const line = commands.find((each) => each.startsWith(`${CLI} run`));
    const args = line?.split(' ').slice(2) ?? [];
    const run = start(
      process.execPath,
      [cliBin, ...args, '--listen', '127.0.0.1:0', '--data-dir', join(place, 'data')],
      {
        cwd: place,
        env: { SERVICE_CALLBACK_PORT: '0', SERVICE_CALLBACK_BIN_PORT: '0', SERVICE_CALLBACK_HOST: '127.0.0.1' },
      },
    );
    const [, url] = await run.until(/"url":"(http:[^"]+)"/);
    expect((await fetch(`${url}/api/v1/setup/status`)).status).toBe(200);
    run.child.kill('SIGTERM');
    expect(await run.exited).toBe(0);
    rmSync(place, { recursive: true, force: true });
  });

  it('names only existing scripts, for commands that cannot run inside itself', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const named = commands
      .filter((line) => line.startsWith('npx --yes pnpm@10'))
      .map((line) => line.split(' ')[3] ?? '');
    expect(named).toEqual(['demo']);
    for (const name of named) expect(scripts).toHaveProperty(name);
  });

  it('has no command without a test', () => {
    const known = [/^export /, /^cp config/, /^npx --yes pnpm@10 demo/, /^node packages\/cli\/dist\/bin\.js run /];
    expect(commands.filter((line) => !isShell(line) && !known.some((each) => each.test(line)))).toEqual([]);
  });
});
