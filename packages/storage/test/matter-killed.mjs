// Writes counters and fabrics to the file of the Matter bridge until it is killed, and reports each completed call.
const [storageModule, dataDir] = process.argv.slice(2);
const { openMatterFile } = await import(storageModule);
const box = { seal: (text) => text, open: (text) => text };
const file = await openMatterFile({ dataDir, box });
const { writeSync } = await import('node:fs');
for (let count = 1; ; count += 1) {
  const value = JSON.stringify(count);
  // Two rows that belong together, as the keys and the counter of a home.
  file.save([
    { context: 'root.fabrics', key: 'fabrics', value },
    { context: 'root.counters', key: 'counter', value },
  ]);
  writeSync(1, `${count}\n`);
}
