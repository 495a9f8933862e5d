import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, NOW, startServer } from '../../test/fixture.js';
import { cached } from './cache.js';
import { SCRIPTS } from './scripts.js';

const devices = [
  { address: 'ABC0001', name: 'Küche links', model: 'HmIP-BDT' },
  { address: 'ABC0002', name: 'Küche rechts', model: 'HmIP-BDT' },
  { address: 'XYZ0001', name: 'Flur\u001b[31m', model: 'HmIP-BDT' },
  { address: 'XYZ\u001b0002', name: 'x', model: 'x' },
];

describe('completion', () => {
  let home: string;
  let gateway: Awaited<ReturnType<typeof startServer>>;
  let isDown: boolean;
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'complete-'));
    isDown = false;
    gateway = await startServer(({ path }) => {
      if (isDown) return { status: 503 };
      if (path.startsWith('/api/v1/devices')) return { body: { items: devices, total: 3 } };
      if (path.startsWith('/api/v1/programs')) return { body: [{ name: 'Good night', central: 'home' }] };
      return { status: 404 };
    });
  });
  afterEach(async () => {
    await gateway.close();
    rmSync(home, { recursive: true, force: true });
  });

  async function values(...words: string[]): Promise<readonly string[]> {
    const ran = await cli(['complete', '--', ...words], { env: { ...gateway.env, HOME: home } });
    expect(ran).toMatchObject({ code: 0, err: '' });
    return ran.out
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t')[0] ?? '');
  }

  it('completes commands, except those for programs only', async () => {
    const all = await values('');
    expect(all).toEqual(expect.arrayContaining(['run', 'devices', 'login', 'completion']));
    expect(all).not.toContain('complete');
    expect(await values('devi')).toEqual(['devices']);
    expect(await values('--json', '--url', 'x', 'devices', '')).toEqual(['list', 'get', 'set', 'watch', 'test']);
    expect(await values('nonsense', '')).toEqual(await values('nonsense', ''));
  });

  it('completes the options of a command and of all, and the values of enumerated ones', async () => {
    expect(await values('devices', 'list', '--ro')).toEqual(['--room']);
    expect(await values('devices', 'list', '--js')).toEqual(['--json']);
    expect(await values('token', 'mint', '--role', '')).toEqual(['viewer', 'operator', 'admin']);
    expect(await values('token', 'mint', '--role=o')).toEqual(['--role=operator']);
    expect(await values('logs', '--level', 'w')).toEqual(['warn']);
    expect(await values('devices', 'get', '--', '--js')).toEqual([]);
  });

  it('completes devices by address and by name, and shows no control characters', async () => {
    expect(await values('devices', 'get', '')).toEqual(['ABC0001', 'ABC0002', 'XYZ0001']);
    expect(await values('devices', 'get', 'abc')).toEqual(['ABC0001', 'ABC0002']);
    expect(await values('devices', 'get', 'küche l')).toEqual(['ABC0001']);
    expect(await values('devices', 'set', '--wait', 'X')).toEqual(['XYZ0001']);
    expect(await values('programs', 'run', '')).toEqual(['Good night']);
    const ran = await cli(['complete', '--', 'devices', 'get', 'X'], { env: { ...gateway.env, HOME: home } });
    expect(ran.out).toBe('XYZ0001\tFlur\uFFFD[31m\n');
  });

  it('sends a gateway one request a minute, and shows older values while there is no answer', async () => {
    await values('devices', 'get', '');
    await values('devices', 'get', 'A');
    expect(gateway.seen).toHaveLength(1);
    const kept = (now: number, ask: () => Promise<never>) =>
      cached({ env: { HOME: home }, now: () => now }, JSON.stringify([gateway.url, 'address']), ask);
    const refused = () => Promise.reject(new Error('no answer'));
    expect(await kept(NOW + 3_600_000, refused)).toHaveLength(4);
    isDown = true;
    expect(await values('sysvars', 'get', '')).toEqual([]);
  });

  it('asks no gateway that the line only begins to name', async () => {
    expect(await values('--url', 'http://127.0.0.1:1', 'devices', 'get', '')).toEqual([]);
    expect(await values('--insecure', 'devices', 'get', '')).toEqual([]);
    expect(gateway.seen).toEqual([]);
  });

  it('prints nothing where no values are available', async () => {
    const ran = await cli(['complete', '--', 'devices', 'get', ''], { env: { HOME: home } });
    expect(ran).toMatchObject({ code: 0, out: '', err: '' });
  });

  it('refuses an unknown shell, and lists the supported ones', async () => {
    const ran = await cli(['completion', 'tcsh']);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('there are: bash, zsh, fish');
  });

  it.each([
    [['dev'], ['devices']],
    [['devices', 'get', 'ABC0001', ':', '4'], ['4']],
    [['token', 'mint', '--role', '=', 'o'], ['operator']],
    [['programs', 'run', 'Good'], ['Good\\ night']],
  ])('gives bash the part after its own word breaks: %j', async (words, expected) => {
    const program = join(home, 'ccu-gateway');
    // Answers with the last word as it got it, as if that were the only value.
    const answer = {
      dev: 'devices\tDevices',
      'ABC0001:4': 'ABC0001:4\tLamp',
      '--role=o': '--role=operator\t',
      Good: 'Good night\thome',
    };
    const cases = Object.entries(answer).map(([word, line]) => `'${word}') printf '%s\\n' '${line}';;`);
    writeFileSync(program, `#!/bin/sh\nfor word; do :; done\ncase "$word" in\n${cases.join('\n')}\nesac\n`);
    chmodSync(program, 0o755);
    const line = ['ccu-gateway', ...words].map((word) => `'${word}'`).join(' ');
    const script = `${SCRIPTS.bash}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _ccu_gateway; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p ccu-gateway`;
    const ran = spawnSync('bash', ['--norc', '-c', script], {
      env: { ...process.env, PATH: `${home}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    expect(ran.stderr).toBe('');
    expect(ran.stdout.split('\n').slice(0, -1)).toEqual([...expected, 'complete -F _ccu_gateway ccu-gateway']);
  });

  it('gives PowerShell a script that calls this program, and quotes values that are no plain words', () => {
    // Without that shell here, only its text can be checked.
    expect(SCRIPTS.pwsh).toContain('Register-ArgumentCompleter -Native -CommandName ccu-gateway');
    expect(SCRIPTS.pwsh).toContain('ccu-gateway complete -- @words 2>$null');
    expect(SCRIPTS.pwsh).toContain('$value, $description = $_ -split "`t", 2');
    expect(SCRIPTS.pwsh).toContain("if ($value -match '^[\\w:./=-]+$') { $value }");
    const count = (text: string) => SCRIPTS.pwsh.split(text).length;
    expect([count('{'), count('('), count('[')]).toEqual([count('}'), count(')'), count(']')]);
  });
});
