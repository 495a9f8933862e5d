import { gzipSync } from 'node:zlib';

/** Backup in the form of a CCU: an uncompressed tar with the version of the CCU as its first member. */
export function createBackup(version: string, contents: string): Buffer {
  const configuration = gzipSync(tar([['etc/config/homematic.regadom', Buffer.from(contents, 'utf8')]]));
  return tar([
    ['firmware_version', Buffer.from(`VERSION=${version}\n`)],
    ['key_index', Buffer.from('0\n')],
    ['signature', Buffer.from('simulated\n')],
    ['usr_local.tar.gz', configuration],
  ]);
}

const BLOCK = 512;

function tar(members: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const blocks = members.flatMap(([name, content]) => [
    header(name, content.length),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');
  block.write(name, 0, 'latin1');
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)}\u0000 `, 148, 'latin1');
  return block;
}
