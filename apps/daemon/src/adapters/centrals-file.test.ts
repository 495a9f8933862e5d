import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig, openSecrets } from '../config/index.js';
import { centralsFile } from './centrals-file.js';

const box = createSecretBox(new Uint8Array(32).fill(7), (size) => new Uint8Array(size).fill(3));
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'centrals-file-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

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
  centralsFile(path).write([row()]);
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
  expect(() => centralsFile(path).write([row()])).toThrow(refused);
  writeFileSync(path, 'locale: de\n');
  expect(() => centralsFile(path).write([row({ password_env: 'CCU_PASSWORD' })])).toThrow(refused);
  expect(readFileSync(path, 'utf8')).toBe('locale: de\n');
});
