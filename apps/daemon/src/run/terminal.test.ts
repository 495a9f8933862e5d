import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.js';
import { forTerminal, greeting } from './terminal.js';

describe('a gateway on a terminal', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'terminal-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const load = (yaml: string, env: Readonly<Record<string, string>> = {}) => {
    writeFileSync(join(cwd, 'config.yaml'), yaml);
    return loadConfig({ argv: [], env: { HOME: cwd, ...env }, cwd });
  };
  const format = (yaml: string, env: Readonly<Record<string, string>> = {}) =>
    forTerminal(load(yaml, env), env).config.logging.format;
  const networks = {
    lo: [{ family: 'IPv4', internal: true, address: '127.0.0.1' }],
    eth0: [{ family: 'IPv4', internal: false, address: '192.168.1.20' }],
  } as const;

  it('writes lines for people, in colour unless NO_COLOR is set, and keeps a format that was chosen', () => {
    expect(format('')).toBe('text-color');
    expect(format('', { NO_COLOR: '1' })).toBe('text');
    expect(format('logging: {format: json}')).toBe('json');
    expect(format('', { SERVICE_LOG_FORMAT: 'text' })).toBe('text');
  });

  it('shows the address of the setup page, here and from another machine', () => {
    const text = greeting(load(''), { url: 'http://localhost:8119', setupOpen: true, networks });
    expect(text).toContain('create the first administrator:  http://localhost:8119/setup\n');
    expect(text).toContain('from another machine:  http://192.168.1.20:8119/setup\n');
    expect(text).toContain(join(cwd, 'var'));
  });

  it('shows where to sign in once setup is closed, under the address that people use', () => {
    const at = { url: 'http://127.0.0.1:8119', setupOpen: false, networks };
    const local = greeting(load('north: {rest: {listen: "127.0.0.1:8119"}}'), at);
    expect(local).toContain('sign in:  http://127.0.0.1:8119/login\n');
    expect(local).not.toMatch(/setup|192\.168/);
    const named = greeting(load('north: {rest: {public_url: "https://gateway.example/"}}'), at);
    expect(named).toContain('sign in:  https://gateway.example/login\n');
    expect(named).not.toMatch(/127\.0\.0\.1|192\.168/);
  });
});
