import type { Driver } from './driver.js';

const CHANNEL = '/devices/{addr}/channels/{no}';
/** Writing every data point of every channel would say no more about the shapes. */
const WRITES_PER_CHANNEL = 2;
/** Channels of one type in a device have equal descriptions: another one has another number and nothing else. */
const CHANNELS_PER_TYPE = 1;

interface DataPoint {
  readonly parameter: string;
  readonly operations: { readonly write: boolean };
  readonly value?: unknown;
  readonly default?: unknown;
  readonly min?: unknown;
  readonly type?: string;
}

/** What a list of devices says of one. */
export interface Listed {
  readonly address: string;
  readonly interface: string;
}

/** Most of the time passes in waiting for the simulated CCU, which a client of another device need not wait for. */
const LANES = 6;

/** Drives these devices, several at a time. */
export async function driveDevices(driver: Driver, devices: readonly Listed[]): Promise<void> {
  const left = [...devices];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      await driveDevice(driver, item.address, item.interface);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Reads all that can be read of a device, and writes back what it has. */
async function driveDevice({ ask }: Driver, addr: string, interfaceName: string): Promise<void> {
  const device = { addr };
  await ask('GET /devices/{addr}', { params: device, as: 'viewer' });
  await ask('GET /devices/{addr}/links', { params: device });
  await ask('GET /devices/{addr}/central-links', { params: device });
  const { json: customs } = await ask('GET /devices/{addr}/cdps', { params: device });
  for (const custom of customs) {
    const params = { addr, name: custom.name };
    await ask('GET /devices/{addr}/cdps/{name}', { params });
    for (const operation of custom.supported_operations) {
      await ask('POST /devices/{addr}/cdps/{name}/{operation}', { params: { ...params, operation }, as: 'operator' });
    }
  }
  const { json: channels } = await ask('GET /devices/{addr}/channels', { params: device });
  const driven = new Map<string, number>();
  for (const { number, type, paramset_keys: keys = [] } of channels) {
    const kind = `${type} ${keys}`;
    const count = (driven.get(kind) ?? 0) + 1;
    driven.set(kind, count);
    if (count <= CHANNELS_PER_TYPE) await driveChannel(number, keys);
  }

  async function driveChannel(no: number, keys: readonly string[]): Promise<void> {
    const params = { addr, no };
    await ask(`GET ${CHANNEL}`, { params });
    await ask(`GET ${CHANNEL}/flags`, { params });
    await ask(`GET ${CHANNEL}/event-groups`, { params });
    await ask(`GET ${CHANNEL}/week_profile`, { params });
    const { json: calculated } = await ask(`GET ${CHANNEL}/calc-dps`, { params });
    for (const { name } of calculated) await ask(`GET ${CHANNEL}/calc-dps/{name}`, { params: { ...params, name } });
    for (const role of ['sender', 'receiver']) {
      await ask(`GET ${CHANNEL}/linkable-channels`, { params, query: { role, interface: interfaceName } });
    }
    for (const key of keys) {
      await ask('GET /devices/{addr}/paramsets/{key}', { params: { addr: `${addr}:${no}`, key } });
      await ask(`GET ${CHANNEL}/ui-schema`, { params, query: { paramset: key, locale: 'de' } });
    }
    if (keys.includes('MASTER')) {
      const { status, json } = await ask(`GET ${CHANNEL}/config/export`, { params });
      if (status === 200) await ask(`POST ${CHANNEL}/config/import`, { params, body: json, as: 'operator' });
    }
    const { json: dataPoints } = await ask(`GET ${CHANNEL}/data-points`, { params });
    const writable = (dataPoints as readonly DataPoint[]).filter(({ operations }) => operations.write);
    for (const point of writable.slice(0, WRITES_PER_CHANNEL)) {
      await ask(`GET ${CHANNEL}/data-points/{param}`, { params: { ...params, param: point.parameter } });
      await ask(`PUT ${CHANNEL}/data-points/{param}/value`, {
        params: { ...params, param: point.parameter },
        body: { value: point.value ?? point.default ?? point.min ?? true },
        as: 'operator',
      });
    }
  }
}

/** Reads every schedule of the house and writes it back as it is. */
export async function driveSchedules({ ask }: Driver): Promise<void> {
  const { json: devices } = await ask('GET /devices', { query: { per_page: '500' } });
  for (const { address: addr } of devices.items) {
    const own = await ask('GET /devices/{addr}/schedule', { params: { addr } });
    if (own.status !== 200) continue;
    await ask('PUT /devices/{addr}/schedule', { params: { addr }, body: own.json, as: 'operator' });
    const params = { addr, no: own.json.channel.number };
    const { json: schedule } = await ask(`GET ${CHANNEL}/schedule`, { params });
    await ask(`PUT ${CHANNEL}/schedule`, { params, body: schedule, as: 'operator' });
    const { json: week } = await ask(`GET ${CHANNEL}/week_profile`, { params });
    const [key] = Object.keys(week?.schedule_enabled ?? {});
    if (key !== undefined) {
      await ask(`PUT ${CHANNEL}/week_profile/channel-locks/{key}`, {
        params: { ...params, key },
        body: { enabled: week.schedule_enabled[key] },
      });
    }
    const profile = own.json.active_profile ?? 'P1';
    await ask('POST /devices/{addr}/schedule/active-profile', { params: { addr }, body: { profile } });
    await ask(`POST ${CHANNEL}/schedule/active-profile`, { params, body: { profile } });
    await ask('POST /devices/{addr}/schedules/copy', { params: { addr }, body: { target_device_address: addr } });
    await ask(`POST ${CHANNEL}/week_profile/copy`, {
      params,
      body: { source_profile: 1, target_profile: 2, target_channel_address: `${addr}:${params.no}` },
    });
  }
}
