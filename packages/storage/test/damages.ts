import { closeSync, openSync, readFileSync, renameSync, truncateSync, writeFileSync, writeSync } from 'node:fs';

/** Effects of bad disks on files. Each takes the path of a closed database. */
export const damages: readonly { readonly name: string; readonly spoil: (file: string) => void }[] = [
  { name: 'it holds something else', spoil: (file) => writeFileSync(file, 'this is no database. '.repeat(500)) },
  { name: 'it is empty', spoil: (file) => truncateSync(file, 0) },
  { name: 'its end is missing', spoil: (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)) },
  { name: 'it is all zeros', spoil: (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)) },
  { name: 'a page in its midst is torn', spoil: tearPage },
  { name: 'only its journal is there', spoil: (file) => renameSync(file, `${file}-wal`) },
];

function tearPage(file: string): void {
  const bytes = readFileSync(file);
  const pageSize = bytes.readUInt16BE(16);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(pageSize, 0x5a), 0, pageSize, pageSize * 2);
  closeSync(descriptor);
}
