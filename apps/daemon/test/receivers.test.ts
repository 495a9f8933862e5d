import { type DefinedRadioGateway, inventedHouse } from '@ccu-gateway/ccu-simulator';
import { describe, expect, it } from 'vitest';
import { openSocket } from './socket.js';
import { startWorld } from './world.js';

const [DEVICE, HMIP, REMOTE] = ['SIM0000001', '00F1C0DE000001', 'BidCoS-RF'] as const;
const [MODULE, ATTIC, CELLAR] = ['SIM0000000', 'SIM00000GW', 'SIM00000GX'] as const;
const radioGateways: readonly DefinedRadioGateway[] = [
  { address: ATTIC, description: 'Dach', signals: { [DEVICE]: [-41, -43] as const } },
  { address: CELLAR, description: 'Keller', connected: false, signals: {} },
];

async function start(more: { readonly missingMethods?: readonly string[] } = {}) {
  const world = await startWorld({ simulator: { house: { ...inventedHouse(), radioGateways, ...more } } });
  type As = 'admin' | 'operator' | 'viewer';
  const move = (body: object, as: As = 'admin', address: string = DEVICE) =>
    world.call('PUT', `/api/v1/devices/${address}/receiver`, { as, body });
  const read = (what: 'matrix' | 'receiver-proposal') =>
    world.call('GET', `/api/v1/diagnostics/rssi/${what}`, { as: 'viewer' });
  const row = async () =>
    (await read('matrix')).json.devices.find(({ address }: { readonly address: string }) => address === DEVICE);
  const sent = () => world.simulator.received.of('setBidcosInterface').length;
  return { world, move, read, row, sent, [Symbol.asyncDispose]: () => world.close() };
}

describe('the radio gateways of a CCU', () => {
  it('are shown with the signals of each device and the proposal of a clearly better one', async () => {
    await using each = await start();
    const { status, json, text } = await each.read('matrix');
    expect(status, text).toBe(200);
    expect(json).toMatchObject({
      central: 'home',
      receivers: [
        { address: MODULE, default: true, connected: true, duty_cycle: 4 },
        { address: ATTIC, description: 'Dach', default: false, connected: true },
        { address: CELLAR, connected: false },
      ],
    });
    const addresses = json.devices.map(({ address }: { readonly address: string }) => address);
    expect(addresses).not.toContain(HMIP);
    expect(addresses).not.toContain(REMOTE);
    const { signals, ...device } = await each.row();
    const unknown = { rssi_device: null, rssi_peer: null };
    expect(signals.slice(1)).toEqual([
      { receiver: ATTIC, rssi_device: -41, rssi_peer: -43 },
      { receiver: CELLAR, ...unknown },
    ]);
    expect(signals[0]).toMatchObject({ receiver: MODULE, rssi_device: expect.any(Number) });
    const gain_db = -43 - Math.min(signals[0].rssi_device, signals[0].rssi_peer);
    const proposal = { receiver: ATTIC, reason: 'stronger', gain_db };
    expect(device).toMatchObject({ receiver: MODULE, roaming: false, proposal });
    const { proposals } = (await each.read('receiver-proposal')).json;
    expect(proposals).toEqual([{ address: DEVICE, name: device.name, current: MODULE, ...proposal }]);
  });

  it('take over a device for administrators, over REST and its command, with a record', async () => {
    await using each = await start();
    expect((await each.move({ receiver: ATTIC }, 'operator')).status).toBe(403);
    const moved = await each.move({ receiver: ATTIC });
    expect(moved).toMatchObject({ status: 200, json: { address: DEVICE, receiver: ATTIC, roaming: false } });
    const after = await each.row();
    expect(after).toMatchObject({ receiver: ATTIC });
    expect(after.proposal).toBeUndefined();
    const socket = await openSocket(each.world, 'admin');
    const args = { address: DEVICE, receiver: MODULE, roaming: true };
    socket.send({ op: 'call', id: 'move', command: 'device.set_receiver', args });
    expect(await socket.until(({ id }) => id === 'move')).toMatchObject({ data: args });
    socket.send({ op: 'call', id: 'matrix', command: 'diagnostics.rssi_matrix', args: {} });
    expect((await socket.until(({ id }) => id === 'matrix')).data.receivers).toHaveLength(3);
    socket.close();
    expect(await each.row()).toMatchObject({ receiver: MODULE, roaming: true });
    // A device that roams keeps doing so.
    expect((await each.move({ receiver: ATTIC })).json).toMatchObject({ receiver: ATTIC, roaming: true });
    const audit = (await each.world.call('GET', '/api/v1/audit?op=device_receiver')).json;
    expect(audit.map(({ note }: { readonly note: string }) => note)).toEqual([
      `${MODULE} → ${ATTIC}`,
      `${ATTIC} → ${MODULE}`,
      `${MODULE} → ${ATTIC}`,
    ]);
  });

  it('are refused by name where they are unknown or not connected, and for devices that cannot be moved', async () => {
    await using each = await start();
    for (const receiver of ['NOBODY', CELLAR, '__proto__']) {
      expect(await each.move({ receiver })).toMatchObject({
        status: 400,
        json: { errors: [{ field: 'receiver', reason: `must be one of ${MODULE}, ${ATTIC}` }] },
      });
    }
    expect(await each.move({})).toMatchObject({ status: 400, json: { errors: [{ field: 'receiver' }] } });
    expect(await each.move({ receiver: ATTIC }, 'admin', HMIP)).toMatchObject({
      status: 422,
      json: { code: 'unsupported', detail: expect.stringContaining('only devices of BidCos-RF') },
    });
    expect((await each.move({ receiver: ATTIC }, 'admin', REMOTE)).status).toBe(422);
    expect((await each.move({ receiver: ATTIC }, 'admin', `${DEVICE}:1`)).status).toBe(422);
    expect((await each.move({ receiver: ATTIC }, 'admin', 'NOBODY')).status).toBe(404);
    expect(each.sent()).toBe(0);
  });

  it('report a refusal of the CCU, and a move that does not show in the description of the device', async () => {
    await using each = await start();
    const { faults } = each.world.simulator;
    faults.refuseCalls(true, 'setBidcosInterface');
    expect((await each.move({ receiver: ATTIC })).status).toBe(502);
    expect((await each.world.call('GET', '/api/v1/audit?op=device_receiver')).json).toEqual([]);
    faults.clear();
    faults.swallowWrites(true);
    expect(await each.move({ receiver: ATTIC })).toMatchObject({
      status: 502,
      json: { reason: 'unconfirmed', detail: expect.stringContaining(MODULE) },
    });
    expect((await each.world.call('GET', '/api/v1/audit?op=device_receiver')).json).toHaveLength(1);
    expect(await each.row()).toMatchObject({ receiver: MODULE });
    faults.clear();
    faults.refuseCalls(true, 'listDevices');
    expect(await each.move({ receiver: ATTIC })).toMatchObject({ status: 502, json: { reason: 'unconfirmed' } });
    expect((await each.world.call('GET', '/api/v1/audit?op=device_receiver')).json).toHaveLength(2);
    faults.clear();
  });

  it('are unsupported at a CCU without their methods', async () => {
    await using each = await start({ missingMethods: ['rssiInfo', 'setBidcosInterface'] });
    const lacking = { status: 501, json: { code: 'unsupported' } };
    expect(await each.read('matrix')).toMatchObject(lacking);
    expect(await each.read('receiver-proposal')).toMatchObject(lacking);
    expect(await each.move({ receiver: ATTIC })).toMatchObject(lacking);
  });
});
