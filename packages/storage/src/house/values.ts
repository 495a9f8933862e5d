import type { InterfaceName, WireValue } from '@ccu-gateway/ccu-client';
import { type Connection, guarded } from '../connection.js';

/** The last known value of one data point. */
export interface StoredValue {
  readonly interfaceName: InterfaceName;
  readonly channelAddress: string;
  readonly parameter: string;
  readonly value: WireValue;
  /** When it was received, milliseconds since the epoch. */
  readonly at: number;
}

export interface ValueStore {
  load(central: string, interfaceName: InterfaceName): Promise<readonly StoredValue[]>;
  /** Writes only these; others stay. Meant to be called with what changed since the last flush. */
  save(central: string, values: readonly StoredValue[]): Promise<void>;
  /** Its channels, too. */
  forgetDevices(central: string, addresses: readonly string[]): Promise<void>;
  forgetCentral(central: string): Promise<void>;
}

type ValueRow = {
  readonly interface: InterfaceName;
  readonly channel_address: string;
  readonly parameter: string;
  readonly value: string;
  readonly at: number;
};

export function createValueStore(db: Connection): ValueStore {
  const select = db.prepare<[string, string], ValueRow>(
    'SELECT * FROM data_point_values WHERE central = ? AND interface = ?',
  );
  const upsert = db.prepare<[string, string, string, string, string, number]>(
    `INSERT INTO data_point_values VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, at = excluded.at`,
  );
  const remove = db.prepare<[string]>('DELETE FROM data_point_values WHERE central = ?');
  const save = db.transaction((central: string, values: readonly StoredValue[]) => {
    for (const { interfaceName, channelAddress, parameter, value, at } of values) {
      upsert.run(central, interfaceName, channelAddress, parameter, JSON.stringify(value), at);
    }
  });
  const interfaces = db
    .prepare<[string], string>('SELECT DISTINCT interface FROM data_point_values WHERE central = ?')
    .pluck();
  // Channels are the address with a colon; the semicolon comes next after it. Each interface by itself: without it the
  // key finds no address, and every device that is forgotten would cost a walk through the whole house.
  const removeDevice = db.prepare<[string, string, string, string]>(
    'DELETE FROM data_point_values WHERE central = ? AND interface = ? AND channel_address >= ? AND channel_address < ?',
  );
  const removeDevices = db.transaction((central: string, addresses: readonly string[]) => {
    for (const interfaceName of interfaces.all(central)) {
      for (const address of addresses) {
        removeDevice.run(central, interfaceName, address, `${address}\u0000`);
        removeDevice.run(central, interfaceName, `${address}:`, `${address};`);
      }
    }
  });
  return {
    load: guarded((central, interfaceName) =>
      select.all(central, interfaceName).map((row) => ({
        interfaceName: row.interface,
        channelAddress: row.channel_address,
        parameter: row.parameter,
        value: JSON.parse(row.value) as WireValue,
        at: row.at,
      })),
    ),
    save: guarded((central, values) => save.immediate(central, values)),
    forgetDevices: guarded((central, addresses) => removeDevices.immediate(central, addresses)),
    forgetCentral: guarded((central) => void remove.run(central)),
  };
}
