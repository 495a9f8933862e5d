import { inventedHouse, smokeDetectorTeam } from '@ccu-gateway/ccu-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBroker } from './mqtt-broker.js';
import { openSocket, type Socket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const TEAM = '*QEQ0000001';
const [HALL, ATTIC] = ['QEQ0000001', 'QEQ0000002'] as const;
const PATIENCE = { timeout: 20_000, interval: 20 } as const;
const text = (value: string) => ({ type: 'string', value }) as const;

describe('a team of smoke detectors', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let world: World;
  let socket: Socket;
  beforeAll(async () => {
    broker = await startBroker();
    const members = [
      { serial: HALL, name: 'Rauchmelder Flur' },
      { serial: ATTIC, name: 'Rauchmelder Dach' },
    ];
    const house = { ...inventedHouse(), devices: smokeDetectorTeam(members), programs: [], links: [], rooms: [] };
    world = await startWorld({
      history: true,
      simulator: { interfaces: ['BidCos-RF'], house: { ...house, functions: [], sysvars: [] } },
      config: { mqtt: { brokers: { house: { url: broker.url, home_assistant: { enabled: true } } } } },
    });
    socket = await openSocket(world);
    await subscribe(socket, [`devices/${TEAM}/#`, `devices/${HALL}/#`]);
  }, 60_000);
  afterAll(async () => {
    socket.close();
    await world.close();
    await broker.stop();
  });

  const get = async (path: string) => (await world.call('GET', `/api/v1${path}`)).json;
  const device = (address: string) => get(`/devices/${encodeURIComponent(address)}`);
  const problems = async () =>
    (await get('/problems')).filter(({ kind }: { readonly kind: string }) => kind === 'smoke');
  const kept = (topic: string) => JSON.parse(broker.newest.get(topic) ?? 'null');

  it('is a device with its members, and its members name it', async () => {
    expect(await device(TEAM)).toMatchObject({
      model: 'HM-Sec-SD-2-Team',
      model_label: expect.stringMatching(/Smoke detector team|Rauchmeldergruppe/),
      available: true,
      members: [
        { address: HALL, name: 'Rauchmelder Flur', available: true },
        { address: ATTIC, name: 'Rauchmelder Dach', available: true },
      ],
    });
    expect(await device(HALL)).toMatchObject({ member_of: [TEAM] });
    const [alarm] = (await get(`/devices/${encodeURIComponent(TEAM)}/channels/1/data-points`)).filter(
      ({ parameter }: { readonly parameter: string }) => parameter === 'STATE',
    );
    expect(alarm).toMatchObject({ category: 'binary_sensor', ui_hint: { semantic: 'smoke' } });
  });

  it('with an alarm of the CCU reports it in a frame, the problems, MQTT and Home Assistant', async () => {
    expect(await problems()).toEqual([]);
    world.simulator.tell('BidCos-RF', 'event', [text(`${TEAM}:1`), text('STATE'), { type: 'boolean', value: true }]);
    const frame = await socket.until(({ payload }) => payload?.parameter === 'STATE' && payload.value === true);
    expect(frame).toMatchObject({
      topic: `device.${TEAM}.channels.1.data_points.STATE`,
      type: 'datapoint.value_changed',
      payload: { device_address: TEAM, channel: 1, value: true },
    });
    const marked = await socket.until(({ payload }) => payload?.parameter === 'TEAM_ALARM' && payload.value === true);
    expect(marked.payload).toMatchObject({ device_address: HALL, channel: 1 });
    const members = ['Rauchmelder Flur', 'Rauchmelder Dach'];
    expect(await problems()).toMatchObject([{ name: 'Rauchmeldergruppe', members, members_raised: false }]);
    const listed = () => kept('ccu/home/hub/problems')?.problems;
    await expect
      .poll(listed, PATIENCE)
      .toContainEqual(expect.objectContaining({ kind: 'smoke', severity: 'critical' }));
    const status = `ccu/home/status/${TEAM}/1/STATE`;
    await expect.poll(() => kept(status), PATIENCE).toMatchObject({ val: true });
    await expect.poll(() => kept(`ccu/home/status/${HALL}/1/TEAM_ALARM`), PATIENCE).toMatchObject({ val: true });
    const found = () =>
      [...broker.newest].find(
        ([topic, payload]) => topic.startsWith('homeassistant/') && payload.includes(status),
      )?.[1];
    await expect.poll(found, PATIENCE).toBeDefined();
    const { cmps } = JSON.parse(found() ?? '{}') as { readonly cmps: Readonly<Record<string, object>> };
    expect(Object.values(cmps)).toContainEqual(
      expect.objectContaining({ p: 'binary_sensor', state_topic: status, device_class: 'smoke' }),
    );
  });

  it('names the member that has raised the alarm, and is quiet when it ends', async () => {
    world.simulator.emit(`${ATTIC}:1`, 'STATE', true);
    await expect
      .poll(async () => (await device(TEAM)).members, PATIENCE)
      .toMatchObject([{ address: HALL }, { address: ATTIC, alarm: true }]);
    await expect
      .poll(problems, PATIENCE)
      .toMatchObject([
        { name: 'Rauchmelder Dach' },
        { name: 'Rauchmeldergruppe', members: ['Rauchmelder Dach'], members_raised: true },
      ]);
    world.simulator.emit(`${ATTIC}:1`, 'STATE', false);
    await expect.poll(problems, PATIENCE).toEqual([]);
    await expect.poll(() => kept(`ccu/home/status/${TEAM}/1/STATE`), PATIENCE).toMatchObject({ val: false });
  });

  it('is available while any member is, and names the one that is not', async () => {
    world.simulator.emit(`${HALL}:0`, 'UNREACH', true);
    await expect
      .poll(async () => (await device(TEAM)).members, PATIENCE)
      .toMatchObject([{ available: false }, { available: true }]);
    expect(await device(TEAM)).toMatchObject({ available: true });
    world.simulator.emit(`${ATTIC}:0`, 'UNREACH', true);
    await expect.poll(async () => (await device(TEAM)).available, PATIENCE).toBe(false);
    world.simulator.emit(`${HALL}:0`, 'UNREACH', false);
    await expect.poll(async () => (await device(TEAM)).available, PATIENCE).toBe(true);
  });

  it('and everything else that is left out is counted and named in the health and by the doctor', async () => {
    const tell = (method: string, ...params: readonly string[]) =>
      world.simulator.tell('BidCos-RF', method, params.map(text));
    tell('event', 'NEVER00001:1', 'STATE', 'x');
    tell('event', `${HALL}:9`, 'STATE', 'x');
    tell('event', `${HALL}:1`, 'NEVER_HEARD', 'x');
    tell('event', 'A\nB:1', 'STATE', 'x');
    tell('neverHeard', 'x');
    const note = async () =>
      (await get('/health')).components.find(({ name }: { readonly name: string }) => name === 'ccu.home.left_out')
        ?.note ?? '';
    for (const name of ['NEVER00001', `${HALL}:9`, `${HALL}:1 NEVER_HEARD`, 'A?B:1', 'neverHeard']) {
      await expect.poll(note, PATIENCE).toContain(name);
    }
    const report = await get('/diagnostics/doctor');
    const finding = report.findings.find(({ id }: { readonly id: string }) => id === 'devices.left_out');
    expect(finding.what).toContain('NEVER00001');
    expect(world.logged()).toContain('left_out.method');
  }, 60_000);

  it('lets a detector out and in again, over REST and its command, and refuses other teams by name', async () => {
    const at = `/api/v1/devices/${ATTIC}/channels/1`;
    const put = (body: object, as: 'operator' | 'viewer' = 'operator') => world.call('PUT', `${at}/team`, { as, body });
    const candidates = async () => (await world.call('GET', `${at}/team-candidates`, { as: 'viewer' })).json.candidates;
    const team = { address: `${TEAM}:1`, team_tag: 'smoke_detector', name: 'Rauchmeldergruppe' };
    expect(await candidates()).toMatchObject([
      { ...team, current: true, members: [{ address: HALL }, { address: ATTIC }] },
    ]);
    expect((await put({ team: '' }, 'viewer')).status).toBe(403);
    expect(await put({ team: 'QEQ0000001:0' })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'team', reason: expect.stringContaining(`${TEAM}:1`) }] },
    });
    const other = await world.call('PUT', `/api/v1/devices/${ATTIC}/channels/0/team`, { body: { team: `${TEAM}:1` } });
    expect(other).toMatchObject({ status: 422, json: { code: 'unsupported' } });

    expect((await put({ team: null })).status).toBe(202);
    await expect.poll(candidates, PATIENCE).toMatchObject([{ ...team, current: false, members: [{ address: HALL }] }]);
    expect((await device(ATTIC)).member_of).toBeUndefined();
    const command = { address: ATTIC, channel: 1, team: `${TEAM}:1` };
    const operator = await openSocket(world, 'operator');
    operator.send({ op: 'call', id: 'team', command: 'device.set_team', args: command });
    expect(await operator.until(({ id }) => id === 'team')).toMatchObject({ data: command });
    operator.close();
    await expect.poll(async () => (await device(ATTIC)).member_of, PATIENCE).toEqual([TEAM]);
    const audit = (await world.call('GET', '/api/v1/audit?op=device_team')).json;
    expect(audit.map(({ note }: { readonly note: string }) => note)).toEqual([`${TEAM}:1`, 'alone']);

    world.simulator.faults.refuseCalls(true, 'setTeam');
    expect((await put({ team: null })).status).toBe(502);
    world.simulator.faults.clear();
    expect((await device(ATTIC)).member_of).toEqual([TEAM]);
  });
});
