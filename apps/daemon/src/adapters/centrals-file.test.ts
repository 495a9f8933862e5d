import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { centralsOfFile, loadConfig, openSecrets } from '../config/index.js';
import { centralsFile } from './centrals-file.js';

const box = createSecretBox(new Uint8Array(32).fill(7), (size) => new Uint8Array(size).fill(3));
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'centrals-file-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const loadedFrom = (path: string) => loadConfig({ argv: ['--config', path], env: { HOME: dir }, cwd: dir });
const fileOf = (path: string) => centralsFile(path, (file) => centralsOfFile(file, loadedFrom(path), box));

const row = (change: object = {}) => ({
  name: 'home',
  enabled: false,
  config: {
    host: '192.0.2.1',
    interfaces: [{ name: 'HmIP-RF' }],
    serial: 'NEQ1',
    password: box.seal('canary', 'centrals.home.password'),
    ...change,
  },
});

it('the CCUs that count stand in the file afterwards, sealed, as a start reads them, beside what stood there', () => {
  const path = join(dir, 'config.yaml');
  writeFileSync(
    path,
    '# mine\nlocale: de # spoken here\ncentrals:\n  - name: old\n    host: x\n    interfaces: [CUxD]\n',
  );
  fileOf(path).write([row()]);
  const text = readFileSync(path, 'utf8');
  expect([text.includes('canary'), text.includes('# mine'), text.includes('# spoken here')]).toEqual([
    false,
    true,
    true,
  ]);
  const loaded = openSecrets(loadConfig({ argv: ['--config', path], env: { HOME: dir }, cwd: dir }), box);
  const [central, ...others] = loaded.config.centrals;
  expect([central?.name, central?.enabled, central?.password?.reveal(), others]).toEqual(['home', false, 'canary', []]);
});

it('a file that cannot be read, and a password that the file cannot hold, are refused and nothing is changed', () => {
  const path = join(dir, 'config.yaml');
  const refused = expect.objectContaining({
    code: 'conflict',
    details: expect.objectContaining({ reason: 'file_not_written' }),
  });
  expect(() => fileOf(path).write([row()])).toThrow(refused);
  writeFileSync(path, 'locale: de\n');
  expect(() => fileOf(path).write([row({ password_env: 'CCU_PASSWORD' })])).toThrow(refused);
  expect(readFileSync(path, 'utf8')).toBe('locale: de\n');
});

it('reads the CCUs as the file is now, sealed passwords opened, and judges nothing else of it', () => {
  const path = join(dir, 'config.yaml');
  writeFileSync(path, 'locale: de\n');
  const loaded = loadedFrom(path);
  const file = centralsFile(path, (from) => centralsOfFile(from, loaded, box));
  expect(file.read()).toEqual([]);
  file.write([row()]);
  expect(file.read().map(({ name, password }) => [name, password?.reveal()])).toEqual([['home', 'canary']]);
  writeFileSync(path, `${readFileSync(path, 'utf8')}bogus: 1\n`);
  expect(file.read()).toHaveLength(1);
});

it.each([
  ['a CCU that is not acceptable', 'centrals:\n  - name: x\n    host: 1\n'],
  ['a text that is no YAML', 'centrals: [\n'],
  [
    'a password that is sealed for another CCU',
    `centrals:\n  - {name: x, host: a, interfaces: [CUxD], password: "${box.seal('canary', 'centrals.y.password')}"}\n`,
  ],
])('refuses %s and names the file', (_what, text) => {
  const path = join(dir, 'config.yaml');
  writeFileSync(path, 'locale: de\n');
  const loaded = loadedFrom(path);
  writeFileSync(path, text);
  const read = () => centralsFile(path, (from) => centralsOfFile(from, loaded, box)).read();
  expect(read).toThrow(
    expect.objectContaining({ code: 'conflict', details: expect.objectContaining({ reason: 'file_not_read' }) }),
  );
  expect(read).toThrow(path);
  expect(read).not.toThrow('canary');
});
