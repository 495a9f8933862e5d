import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, readBlocks } from './document-commands.js';
import { cliBin, daemonBin, finish, type Running, repository, start } from './process.js';

const blocks = blocksOf(repository);

describe('every command of the pages that lead through a task', () => {
  let demo: Running;
  let dir: string;
  let origin: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-documents-'));
    // `ccu-gateway` in a document is the built command line.
    const bin = join(dir, 'bin');
    mkdirSync(bin);
    const launcher = `#!/bin/sh\nexec '${process.execPath}' '${cliBin}' "$@"\n`;
    writeFileSync(join(bin, 'ccu-gateway'), launcher, { mode: 0o755 });
    const data = join(dir, 'data');
    demo = start(process.execPath, [daemonBin, 'demo', '--json', '--listen', '127.0.0.1:0', '--data-dir', data]);
    await demo.until(/\n/);
    const { url, admin } = JSON.parse(demo.stdout());
    origin = url;
    // The token of the demo is that of an operator; a household administers its gateway itself.
    const minted = await fetch(`${url}/api/v1/auth/tokens`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${admin.username}:${admin.password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ subject: 'documents', role: 'admin' }),
    });
    const { token } = (await minted.json()) as { readonly token: string };
    env = {
      CCU_GATEWAY_URL: url,
      CCU_GATEWAY_TOKEN: token,
      TOKEN: token,
      XDG_STATE_HOME: join(dir, 'state'),
      PATH: `${bin}:${process.env.PATH}`,
    };
  });
  afterAll(async () => {
    demo.child.kill('SIGTERM');
    await demo.exited;
    rmSync(dir, { recursive: true, force: true });
  });

  it.each(blocks.filter(({ foreign }) => foreign === undefined))('$file: $commands', async ({ commands }) => {
    const script = commands
      .replaceAll('http://localhost:8119', origin)
      .replaceAll('npx @ccu-gateway/cli', 'ccu-gateway')
      // People follow events for longer than it takes to show that the command ends.
      .replaceAll('--for 10s', '--for 1s')
      .replaceAll('curl -fsSN -m 5', 'curl -fsSN -m 1');
    const ran = await finish(start('sh', ['-e', '-c', script], { cwd: dir, env }));
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).not.toContain('urn:ccu-gateway:error');
  });
});

describe('the blocks of commands of the documents', () => {
  it('are found on the first page in both languages, and most of their commands run', () => {
    const [first] = blocks;
    expect(first).toMatchObject({ file: 'docs/start.md', foreign: expect.stringContaining('demo') });
    expect(blocks.some(({ file, foreign }) => file === 'docs/start.md' && foreign === undefined)).toBe(true);
    expect(blocks.filter(({ file }) => file === 'docs/de/start.md')).toEqual([]);
  });

  it('have a reason where they need another machine, and are run otherwise', () => {
    const page =
      '```sh\nsudo systemctl restart x\n```\n\n   ```sh\n   curl http://localhost:8119/a\n   ```\n```yaml\na: 1\n```\n';
    expect(readBlocks(page, 'a.md')).toEqual([
      { file: 'a.md', commands: 'sudo systemctl restart x\n', foreign: 'changes the machine' },
      { file: 'a.md', commands: '   curl http://localhost:8119/a\n', foreign: undefined },
    ]);
  });
});
