import { afterAll, beforeAll, describe, it } from 'vitest';
import { startWireWorld, type WireWorld } from './wire/driver.js';
import { COMMAND_ROWS } from './wire/rows-commands.js';

describe('each command that writes, down to the wire of a simulated CCU and up to the stream', () => {
  let wire: WireWorld;
  beforeAll(async () => {
    wire = await startWireWorld();
  });
  afterAll(() => wire.close());

  it.each(COMMAND_ROWS)('$of $title', (row) => wire.write(row));
});
