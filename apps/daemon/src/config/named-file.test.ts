import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPem } from '../compose/bridges/bridge-parts.js';
import { readPair } from '../tls/pair.js';
import { readNamedFile } from './named-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'named-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const made = (name: string, content: string | Buffer) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

it('a regular file is read', async () => {
  expect(await readNamedFile(made('ca.pem', 'text'))).toBe('text');
});

it('a directory, a device without an end and a large file are refused', async () => {
  await expect(readNamedFile(folder)).rejects.toThrow('is a directory');
  await expect(readNamedFile('/dev/zero')).rejects.toThrow('is no regular file');
  await expect(readNamedFile(made('large', Buffer.alloc(1024 * 1024 + 1)))).rejects.toThrow('is larger than 1 MiB');
});

// Windows has no named pipes in folders.
describe.skipIf(process.platform === 'win32')('a named pipe without a writer', () => {
  const pipe = () => {
    const file = join(folder, 'pipe');
    execFileSync('mkfifo', [file]);
    return file;
  };

  it('is refused at once as the file of a broker or webhook, with the field', async () => {
    await expect(readPem(pipe(), 'mqtt.brokers.house.ca_file')).rejects.toThrow(
      'mqtt.brokers.house.ca_file cannot be read (is no regular file): expected the path of a PEM file',
    );
  });

  it('is refused at once as the certificate of the listener', () => {
    const file = pipe();
    expect(readPair(file, file).fault).toMatchObject({ setting: 'cert_file', reason: 'file_unreadable' });
  });
});
