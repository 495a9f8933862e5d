import { afterAll, beforeAll, describe, it } from 'vitest';
import { startWireWorld, type WireWorld } from './wire/driver.js';
import { OPERATION_ROWS } from './wire/rows.js';

describe('each write, down to the wire of a simulated CCU and up to the stream', () => {
  let wire: WireWorld;
  beforeAll(async () => {
    wire = await startWireWorld();
  });
  afterAll(() => wire.close());

  describe.each(Object.entries(OPERATION_ROWS))('%s', (_, rows) => {
    it.each(rows)('$of $title', (row) => wire.write(row));
  });
});
