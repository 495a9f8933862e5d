import type { InterfaceName } from '@ccu-gateway/ccu-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from '../socket.js';
import { type FaultHouse, openFaultHouse, PATIENCE, PATIENT } from './house.js';
import { impossibleSteps, pathOf } from './path.js';
import { heardImpulses, heardValues, misled } from './picture.js';

interface Row {
  readonly interfaceName: InterfaceName;
  /** Before, at the time of and after a restart. */
  readonly says: readonly [number | boolean, number | boolean, number | boolean];
  readonly write: {
    readonly channel: string;
    readonly parameter: string;
    readonly value: number | boolean;
    /** The type that the CCU must find on the wire. */
    readonly type: 'double' | 'boolean';
  };
  /** The house has a key that can be pressed. */
  readonly keys: boolean;
}

const SETPOINT = { parameter: 'SET_POINT_TEMPERATURE', value: 23, type: 'double' } as const;
const SWITCH = { parameter: 'STATE', value: true, type: 'boolean' } as const;

const ROWS: readonly Row[] = [
  { interfaceName: 'HmIP-RF', says: [8.5, 9.5, 10.5], write: { channel: '00F1C0DE000001:1', ...SETPOINT }, keys: true },
  {
    interfaceName: 'VirtualDevices',
    says: [8.5, 9.5, 10.5],
    write: { channel: 'INT0000001:1', ...SETPOINT },
    keys: false,
  },
  { interfaceName: 'BidCos-RF', says: [8.5, 9.5, 10.5], write: { channel: 'SIM0000001:1', ...SWITCH }, keys: true },
  {
    interfaceName: 'BidCos-Wired',
    says: [true, false, true],
    write: { channel: 'SIW0000001:4', ...SWITCH },
    keys: true,
  },
  { interfaceName: 'CUxD', says: [8.5, 9.5, 10.5], write: { channel: 'CUX2801001:1', ...SWITCH }, keys: true },
];

describe.each(ROWS.map((row) => [row.interfaceName, row] as const))('through the gateway, %s', (interfaceName, row) => {
  const { says, write, keys } = row;
  let house: FaultHouse;
  beforeAll(async () => {
    house = await openFaultHouse(interfaceName, PATIENT);
  });
  afterAll(() => house.close());

  it('is connected for all clients, with every device and every value', async () => {
    expect(await house.get('/interfaces')).toMatchObject([
      { id: house.id, interface: interfaceName, central_id: 'home', connected: true, state: 'connected' },
    ]);
    expect(await house.health()).toMatchObject({ status: 'healthy', overall: 'healthy' });
    expect(await house.get('/diagnostics/reliability')).toMatchObject([
      { central: 'home', interface: interfaceName, state: { state: 'connected' } },
    ]);
    const { items } = await house.get('/devices');
    expect(items.map(({ address }: Frame) => address).sort()).toEqual(
      house.simulator.house
        .devices(interfaceName)
        .map(({ description }) => description.ADDRESS)
        .sort(),
    );
    await house.agrees();
  });

  it('reports the events of its devices, and each key press', async () => {
    const from = house.socket.frames.length;
    house.press();
    house.press();
    house.speak(says[0]);
    await house.told(says[0], from);
    expect(heardValues(house.socket.frames.slice(from)).get(house.point)).toEqual([says[0]]);
    expect([...heardImpulses(house.socket.frames.slice(from)).values()]).toEqual(keys ? [2] : []);
  });

  it('accepts a write with the type of its parameter, and reports its confirmation', async () => {
    const from = house.socket.frames.length;
    const [address, channel] = write.channel.split(':');
    const path = `/devices/${address}/channels/${channel}/data-points/${write.parameter}`;
    const answer = await house.world.call('PUT', `/api/v1${path}/value`, {
      as: 'operator',
      body: { value: write.value },
    });
    expect(answer.status, answer.text).toBe(202);
    expect(house.simulator.received.of('setValue', interfaceName).map(({ params }) => params)).toEqual([
      [
        { type: 'string', value: write.channel },
        { type: 'string', value: write.parameter },
        { type: write.type, value: write.value },
      ],
    ]);
    const isTold = ({ payload }: Frame) => payload?.device_address === address && payload.parameter === write.parameter;
    const frame = await house.socket.until((each) => isTold(each) && house.socket.frames.indexOf(each) >= from);
    expect(frame).toMatchObject({ type: 'datapoint.value_changed', kind: 'change', payload: { value: write.value } });
    expect(await house.get(path)).toMatchObject({ value: write.value });
    expect(await house.get(path)).not.toHaveProperty('pending');
  });

  it('is back after a restart of the CCU, and reports changes since then once', async () => {
    const { socket, simulator } = house;
    const from = socket.frames.length;
    const frames = () => socket.frames.slice(from);
    const restarted = simulator.faults.restart({ downMs: 150 });
    house.press();
    house.speak(says[1]);
    await restarted;
    await expect.poll(() => pathOf(frames()), PATIENCE).toMatch(/(disconnected|reregistering).* connected$/);
    await house.agrees();
    house.press();
    house.speak(says[2]);
    await house.told(says[2], from);
    expect(impossibleSteps(pathOf(frames()))).toEqual([]);
    expect(heardValues(frames()).get(house.point)).toEqual([says[1], says[2]]);
    expect([...heardImpulses(frames()).values()]).toEqual(keys ? [1] : []);
    expect(frames().filter(({ type }) => /^device\.(created|removed)$/.test(type ?? ''))).toEqual([]);
    expect(misled(house.heard(), await house.agrees())).toEqual([]);
    expect(await house.get('/interfaces')).toMatchObject([{ id: house.id, connected: true, state: 'connected' }]);
    const unwell = async () =>
      (await house.get('/health')).components
        .filter(({ status }: Frame) => status !== 'healthy')
        .map(({ name }: Frame) => name);
    // The logic layer alone is read a moment after the link is back, and until then it is named.
    expect(['ccu.home.hub']).toEqual(expect.arrayContaining(await unwell()));
    await expect.poll(unwell, PATIENCE).toEqual([]);
    expect(await house.health()).toMatchObject({ status: 'healthy', overall: 'healthy' });
  });
});
