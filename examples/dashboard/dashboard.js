// Rooms with their temperature and their open windows, drawn again with each change.
import { pathToFileURL } from 'node:url';
import { createClient } from '@ccu-gateway/client';

/** One row for each room, from a snapshot and the values that came after it. */
export function rowsOf({ devices, device_channels: channels = [] }, changed = new Map()) {
  const rows = new Map();
  for (const { address, rooms = [] } of devices) {
    const points = channels
      .filter((each) => each.device_address === address)
      .flatMap((each) => each.channels)
      .flatMap(({ number, data_points: own = [] }) => own.map((point) => ({ ...point, number })));
    for (const room of rooms) {
      const row = rows.get(room) ?? { room, temperature: undefined, open: 0 };
      for (const { number, parameter, value } of points) {
        const now = changed.get(`${address}:${number}.${parameter}`) ?? value;
        if (parameter === 'ACTUAL_TEMPERATURE' && typeof now === 'number') row.temperature = now;
        if (parameter === 'STATE' && number === 1 && (now === true || now === 1)) row.open += 1;
      }
      rows.set(room, row);
    }
  }
  return [...rows.values()].sort((a, b) => a.room.localeCompare(b.room));
}

/** Follows the gateway and calls `draw` with all rows, at first and after each change. Resolves with the following. */
export async function follow(gateway, draw) {
  const changed = new Map();
  let snapshot;
  const redraw = () => draw(rowsOf(snapshot, changed));
  const house = await gateway.follow({
    topics: ['devices/#'],
    snapshot: { include: 'data_points' },
    onSnapshot(next) {
      snapshot = next;
      changed.clear();
      redraw();
    },
    onEvent({ type, payload }) {
      if (type !== 'datapoint.value_changed') return;
      changed.set(`${payload.device_address}:${payload.channel}.${payload.parameter}`, payload.value);
      redraw();
    },
    onLost: ({ reason }) => console.error(`events are missing (${reason}); everything is read again`),
  });
  snapshot ??= house.snapshot;
  redraw();
  return house;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { CCU_GATEWAY_URL = 'http://127.0.0.1:8119', CCU_GATEWAY_TOKEN } = process.env;
  const gateway = createClient({ url: CCU_GATEWAY_URL, token: CCU_GATEWAY_TOKEN });
  await follow(gateway, (rows) => {
    console.clear();
    console.table(rows, ['room', 'temperature', 'open']);
  });
}
