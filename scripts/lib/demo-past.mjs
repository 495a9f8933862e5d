// A past for a fresh demo, so that pictures of it are not empty: hours of two months, a tariff, and a floor with devices.

const HOUR_MS = 3_600_000;
const DAYS = 62;
const FLOOR = { width: 1_200, height: 760 };

/** Rooms of the drawing: left, top, width and height. */
const ROOMS = [
  [40, 40, 520, 400],
  [560, 40, 300, 400],
  [860, 40, 300, 250],
  [860, 290, 300, 430],
  [40, 440, 400, 280],
  [440, 440, 420, 280],
];

/** Fills the demo over its API; `page` draws the floor. */
export async function fillDemo({ url, admin }, page) {
  const authorization = `Basic ${Buffer.from(`${admin.username}:${admin.password}`).toString('base64')}`;
  const call = async (method, path, body) => {
    const isText = typeof body === 'string';
    const headers = { authorization, ...(isText && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const json = async (...request) => (await call(...request)).json();
  await fillHistory(call);
  const { revision } = await json('GET', '/api/v1/energy/tariffs');
  const price = { type: 'fixed', price_mct: 32_000 };
  const tariffs = [{ kind: 'electricity', name: 'Power', valid_from: '2024-01-01', price }];
  await call('PUT', '/api/v1/energy/tariffs', JSON.stringify({ revision, currency: 'EUR', tariffs, meters: [] }));
  await fillFloor(json, await drawnFloor(page));
}

async function fillHistory(call) {
  const points = 'ENERGY_COUNTER,ACTUAL_TEMPERATURE,HUMIDITY';
  const text = await (await call('GET', `/metrics/values?points=${points}`)).text();
  const found = [...text.matchAll(/^ccu_gateway_value\{(.*)\} (\S+)$/gm)].map(([, labels, value]) => {
    const of = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1];
    return {
      point: `${of('device')}:${of('channel')}:${of('parameter')}`,
      value: Number(value),
    };
  });
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const lines = found.flatMap(({ point, value }, index) =>
    Array.from({ length: DAYS * 24 }, (_, hour) => {
      const at = end - (DAYS * 24 - hour) * HOUR_MS;
      const made = point.endsWith('ENERGY_COUNTER') ? counted(value, hour) : swung(value, at, index);
      return `${new Date(at).toISOString()},${point},${made.toFixed(2)}`;
    }),
  );
  const form = new FormData();
  form.set('file', new Blob([`time,point,value\n${lines.join('\n')}\n`], { type: 'text/csv' }), 'past.csv');
  await call('POST', '/api/v1/history/import', form);
  for (;;) {
    const { ended_at: endedAt, state } = await (await call('GET', '/api/v1/history/import')).json();
    if (endedAt === undefined) await new Promise((settle) => setTimeout(settle, 250));
    else if (state === 'done') break;
    else throw new Error(`the past of the demo is ${state}`);
  }
}

/** A counter that ends at its present value; evenings and each third day count more. */
function counted(present, hour) {
  const weight = (each) => (each % 24 >= 17 ? 3 : 1) * (Math.floor(each / 24) % 3 === 0 ? 2 : 1);
  const sums = { done: 0, all: 0 };
  for (let each = 0; each < DAYS * 24; each += 1) {
    sums.all += weight(each);
    if (each <= hour) sums.done += weight(each);
  }
  return present * (0.05 + 0.95 * (sums.done / sums.all));
}

const swung = (present, at, index) =>
  present + 1.4 * Math.sin(((at / HOUR_MS - index) / 24) * 2 * Math.PI) + 0.5 * Math.sin(at / HOUR_MS / 31 + index);

/** The walls of a floor as a PNG. */
async function drawnFloor(page) {
  const base64 = await page.evaluate(
    ({ floor, rooms }) => {
      const canvas = Object.assign(document.createElement('canvas'), floor);
      const context = canvas.getContext('2d');
      context.fillStyle = '#fbfaf7';
      context.fillRect(0, 0, floor.width, floor.height);
      context.strokeStyle = '#4b4f58';
      context.lineWidth = 8;
      for (const room of rooms) context.strokeRect(...room);
      // Doors.
      context.fillStyle = '#fbfaf7';
      for (const [x, y, width, height] of rooms) context.fillRect(x + width / 2 - 45, y + height - 8, 90, 16);
      return canvas.toDataURL('image/png').split(',')[1];
    },
    { floor: FLOOR, rooms: ROOMS },
  );
  return Buffer.from(base64, 'base64');
}

async function fillFloor(json, picture) {
  const form = new FormData();
  form.set('file', new Blob([picture], { type: 'image/png' }), 'floor.png');
  const { id, name, revision } = await json('POST', '/api/v1/floorplans?name=Ground%20floor', form);
  const answer = await json('GET', '/api/v1/devices?limit=100');
  const devices = (answer.items ?? answer).filter(({ rooms = [] }) => rooms.length > 0);
  // One device of each room of the CCU first, then further ones.
  const first = devices.filter((each, index) => devices.findIndex(({ rooms }) => rooms[0] === each.rooms[0]) === index);
  const chosen = [...first, ...devices.filter((each) => !first.includes(each))].slice(0, 2 * ROOMS.length);
  const places = chosen.map(({ central, address }, index) => {
    const [left, top, width, height] = ROOMS[index % ROOMS.length];
    const isFirst = index < ROOMS.length;
    return {
      ...{ central, device_address: address },
      x: (left + width * (isFirst ? 0.35 : 0.65)) / FLOOR.width,
      y: (top + height * (isFirst ? 0.35 : 0.7)) / FLOOR.height,
    };
  });
  await json('PUT', `/api/v1/floorplans/${id}`, JSON.stringify({ name, places, revision }));
}
