import { afterAll, beforeAll, describe, it } from 'vitest';
import { startWireWorld, type WireWorld } from './wire/driver.js';
import type { WriteRow } from './wire/row.js';
import { CONFIGURATION_ROWS } from './wire/rows-configuration.js';
import { DEVICE_ROWS } from './wire/rows-devices.js';
import { HUB_ROWS } from './wire/rows-hub.js';
import { OWN_ROWS } from './wire/rows-own.js';
import { SYSTEM_ROWS } from './wire/rows-system.js';
import { VALUE_ROWS } from './wire/rows-values.js';

const ROWS: Readonly<Record<string, readonly WriteRow[]>> = {
  'values and operations': VALUE_ROWS,
  'configuration, schedules and links': CONFIGURATION_ROWS,
  'the logic layer': HUB_ROWS,
  'the gateway alone': OWN_ROWS,
  'whole devices': DEVICE_ROWS,
  'the whole system': SYSTEM_ROWS,
};

describe('each write, down to the wire of a simulated CCU and up to the stream', () => {
  let wire: WireWorld;
  beforeAll(async () => {
    wire = await startWireWorld();
  });
  afterAll(() => wire.close());

  describe.each(Object.entries(ROWS))('%s', (_, rows) => {
    it.each(rows)('$of $title', (row) => wire.write(row));
  });
});
