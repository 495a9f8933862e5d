// Random uploads: multipart bodies that hold whole, damaged and lying archives, or anything else.
import { gzipSync } from 'node:zlib';

const BLOCK = 512;

export function uploadFor(random) {
  const { pick, below, next } = random;
  const boundary = 'fuzz';
  const name = pick(['file', 'file', 'file', 'other', '', 'x'.repeat(300)]);
  const fileName = pick(['a.sbk', 'a.tar.gz', '../../a', '', 'ü'.repeat(200)]);
  const parts = Array.from({ length: next() < 0.03 ? 200 : 1 + below(2) }, () => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), contentFor(random), Buffer.from('\r\n')]);
  });
  const whole = Buffer.concat([...parts, Buffer.from(next() < 0.8 ? `--${boundary}--\r\n` : '')]);
  const body = next() < 0.1 ? whole.subarray(0, below(whole.length)) : whole;
  const contentType = pick([
    ...Array.from({ length: 8 }, () => `multipart/form-data; boundary=${boundary}`),
    'multipart/form-data; boundary=another',
    'multipart/form-data',
    'application/octet-stream',
  ]);
  return { body, contentType };
}

function contentFor(random) {
  const { pick, below, next } = random;
  const kind = below(5);
  if (kind === 0) return Buffer.alloc(below(200_000), pick(['\0', 'x', '\u001f\u008b']));
  const tar = archiveFor(random);
  if (kind < 3) return tar;
  const zipped = gzipSync(next() < 0.05 ? Buffer.alloc(50_000_000) : tar);
  return kind === 3 ? zipped : zipped.subarray(0, below(zipped.length));
}

/** A tar whose headers mostly hold. */
function archiveFor(random) {
  const { pick, below, next } = random;
  const names = [
    'usr_local.tar.gz',
    'firmware_version',
    'key_index',
    'signature',
    'manifest.json',
    'gateway.db',
    '../x',
    '',
  ];
  const members = Array.from({ length: below(next() < 0.03 ? 3_000 : 6) }, () => {
    const content = pick([
      Buffer.from('VERSION=3.69.7\n'),
      Buffer.alloc(below(5_000)),
      gzipSync('x'.repeat(below(9_999))),
    ]);
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    return Buffer.concat([headerFor(pick([...names, 'x'.repeat(120)]), content.length, random), content, padding]);
  });
  return Buffer.concat([...members, Buffer.alloc(pick([0, 1, 2, 20]) * BLOCK), Buffer.from(pick(['', '<html>error']))]);
}

function headerFor(name, length, { pick, next }) {
  const header = Buffer.alloc(BLOCK);
  header.write(name.slice(0, 100), 0);
  header.write('0000644\0', 100);
  const lie = next() < 0.1;
  const size = lie ? pick(['77777777777', '-1', 'x', '', '\x80\xff\xff']) : length.toString(8).padStart(11, '0');
  header.write(size, 124, 'latin1');
  header.write('00000000000', 136);
  header.write('        ', 148);
  header.write(pick(['0', '0', '0', 'x', 'L', 'g', '5', '2']), 156);
  header.write('ustar\0', 257);
  if (lie && next() < 0.3) header[124] = 0x80;
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(next() < 0.95 ? `${sum.toString(8).padStart(6, '0')}\0 ` : 'x', 148);
  return header;
}
