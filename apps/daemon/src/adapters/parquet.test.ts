import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { writeParquet } from './parquet.js';

const AT = Date.UTC(2026, 6, 1);

async function written(parts: readonly (readonly number[])[]) {
  async function* columns() {
    for (const cells of parts) {
      yield {
        times: [{ name: 'time', cells: cells.map((each) => AT + each) }],
        texts: [{ name: 'device', cells: cells.map((each) => `Gerät ${each}`) }],
        numbers: [{ name: 'value', cells: cells.map((each) => (each === 2 ? null : each / 4)) }],
      };
    }
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeParquet(columns())) chunks.push(chunk);
  const bytes = Uint8Array.from(Buffer.concat(chunks));
  return { chunks, rows: await parquetReadObjects({ file: bytes.buffer }) };
}

it('another program reads the rows of all parts, with times and missing numbers', async () => {
  const { chunks, rows } = await written([[1, 2], [3]]);
  // Each part leaves as soon as it is made.
  expect(chunks).toHaveLength(3);
  expect(rows).toEqual([
    { time: new Date(AT + 1), device: 'Gerät 1', value: 0.25 },
    { time: new Date(AT + 2), device: 'Gerät 2', value: null },
    { time: new Date(AT + 3), device: 'Gerät 3', value: 0.75 },
  ]);
});

it('a part without rows is a file with columns', async () => {
  expect((await written([[]])).rows).toEqual([]);
});
