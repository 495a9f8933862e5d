import { describe, expect, it } from 'vitest';
import { openSocket } from './socket.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000001', '00F1C0DE000002', '00F1C0DE000003', '00F1C0DE000004'];

/** Radiator thermostats of one type, and one of another. */
const [SOURCE, NEAR, FAR] = ['00F1C0DE000001:1', '00F1C0DE000002:1', '00F1C0DE000003:1'] as const;
const OTHER_KIND = '00F1C0DE000004:1';
const at = (address: string) => `/api/v1/devices/${address}/paramsets/MASTER`;
const read = async (world: World, address: string) => (await world.call('GET', at(address))).json;
const written = (world: World) =>
  world.simulator.received.of('putParamset').map(({ params }) => [params[0]?.value, params[2]?.value]);

function apply(world: World, body: object, as: 'operator' | 'viewer' = 'operator') {
  return world.call('POST', `${at(SOURCE)}/apply-to`, { as, body });
}

describe('the same settings for many channels', () => {
  it('are previewed as differences, and written only where there are some', async () => {
    await using world = await startWorld({ only });
    const targets = (await world.call('GET', `${at(SOURCE)}/apply-targets`, { as: 'viewer' })).json.targets;
    expect(targets.map(({ address }: { readonly address: string }) => address)).toEqual([NEAR, FAR]);
    await world.call('PUT', at(SOURCE), { body: { TEMPERATURE_OFFSET: 1.5, TEMPERATURE_WINDOW_OPEN: 15 } });
    await world.call('PUT', at(NEAR), { body: { TEMPERATURE_OFFSET: 1.5 } });
    world.simulator.received.clear();

    const body = { targets: [NEAR, FAR], parameters: ['TEMPERATURE_OFFSET'] };
    const preview = await apply(world, { ...body, dry_run: true });
    expect(preview.status, preview.text).toBe(200);
    const offset = { parameter: 'TEMPERATURE_OFFSET', from: 0, to: 1.5 };
    expect(preview.json.results).toEqual([
      { address: NEAR, state: 'unchanged', changes: [] },
      { address: FAR, state: 'planned', changes: [offset] },
    ]);
    expect(written(world)).toEqual([]);

    const { json } = await apply(world, body);
    expect(json.results).toMatchObject([{ state: 'unchanged' }, { state: 'written', changes: [offset] }]);
    expect(written(world)).toHaveLength(1);
    expect(await read(world, FAR)).toMatchObject({ TEMPERATURE_OFFSET: 1.5, TEMPERATURE_WINDOW_OPEN: 12 });
    const audit = (await world.call('GET', '/api/v1/audit?op=paramset_write&limit=1')).json;
    expect(audit).toMatchObject([{ device_address: FAR.split(':')[0], channel_no: 1 }]);
  });

  it('keep the failure of one channel apart from the others, which go on', async () => {
    await using world = await startWorld({ only });
    await world.call('PUT', at(SOURCE), { body: { TEMPERATURE_OFFSET: 1.5 } });
    world.simulator.faults.refuseWrites(true, NEAR.split(':')[0]);
    const socket = await openSocket(world, 'operator');
    const args = { channel_address: SOURCE, targets: [NEAR, FAR] };
    socket.send({ op: 'call', id: 'apply', command: 'paramset.apply_to', args });
    const { data } = await socket.until(({ id }) => id === 'apply');
    expect(data.results).toMatchObject([
      { address: NEAR, state: 'failed', code: 'upstream_unavailable', changes: [{ parameter: 'TEMPERATURE_OFFSET' }] },
      { address: FAR, state: 'written' },
    ]);
    socket.close();
    world.simulator.faults.clear();
    expect([(await read(world, NEAR)).TEMPERATURE_OFFSET, (await read(world, FAR)).TEMPERATURE_OFFSET]).toEqual([
      0, 1.5,
    ]);
  });

  it('are refused for channels of another kind, unknown parameters and viewers, and then nothing is written', async () => {
    await using world = await startWorld({ only });
    const targets = [FAR, OTHER_KIND, FAR];
    expect(await apply(world, { targets })).toMatchObject({
      status: 400,
      json: {
        errors: [
          { field: 'targets.1', reason: expect.stringContaining(NEAR) },
          { field: 'targets.2', reason: 'is listed twice' },
        ],
      },
    });
    expect(await apply(world, { targets: [FAR], parameters: ['COLOUR'] })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'parameters.0' }] },
    });
    expect((await apply(world, { targets: [FAR] }, 'viewer')).status).toBe(403);
    const device = await world.call('GET', '/api/v1/devices/00F1C0DE000001/paramsets/MASTER/apply-targets');
    expect(device).toMatchObject({ status: 422, json: { code: 'unsupported' } });
    world.simulator.faults.refuseCalls(true, 'getParamset');
    expect((await apply(world, { targets: [FAR] })).status).toBe(502);
    expect(written(world)).toEqual([]);
  });
});
