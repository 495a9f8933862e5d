import { OnOff } from '@matter/main/clusters/on-off';
import { Invoke, Write } from '@matter/main/protocol';
import { Status, TlvUInt8, TlvVoid } from '@matter/main/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestHouse, plugAddresses, startTestBridge, type TestBridge } from './bridge-world.js';
import { type Controller, createController } from './controller.js';

/** More cost the suite a minute on a busy machine: `bench matter` adds 300 things to a home. */
const COUNT = 100;
const ADDRESSES = plugAddresses(COUNT);
const [LAMP = '', FAN = ''] = ADDRESSES;
const LAST = ADDRESSES.at(-1) ?? '';

let world: TestBridge;
let home: Controller;
beforeAll(async () => {
  world = await startTestBridge({ house: createTestHouse(ADDRESSES) });
  home = await createController(world.simulator.addHost(2));
  await home.commission((await world.bridge.openWindow(180)).manual_code);
}, 600_000);
afterAll(async () => {
  await home?.close();
  await world?.stop();
});

it('shows 100 things to a controller, the last as well as the first', { timeout: 60_000 }, async () => {
  expect(world.supervised.figures()).toMatchObject({ things: COUNT, endpoints: COUNT, fabrics: 1 });
  for (const [address, number] of [
    [LAMP, 2],
    [LAST, COUNT + 1],
  ] as const) {
    const endpoint = await home.endpoint(number);
    world.house.turn(address, true);
    await endpoint.hears('onOff', 'onOff', true);
  }
  expect(world.supervised.figures().subscriptions).toBeGreaterThan(0);
});

describe('many events', () => {
  it('of one turn are one change, and a controller receives the last value', async () => {
    const fan = await home.endpoint(3);
    const before = world.supervised.figures().activity.changes;
    for (let event = 0; event <= 50; event += 1) world.house.turn(FAN, event % 2 === 0);
    await fan.hears('onOff', 'onOff', true);
    expect(world.supervised.figures().activity.changes - before).toBe(1);
  });

  it('of 100 things in one turn are received, each of them', { timeout: 60_000 }, async () => {
    for (const address of ADDRESSES) world.house.turn(address, false);
    for (const address of ADDRESSES) world.house.turn(address, true);
    for (const number of [4, 50, COUNT]) await (await home.endpoint(number)).hears('onOff', 'onOff', true);
    expect(world.incidents).toEqual([]);
  });
});

describe('forbidden requests', () => {
  const ON_OFF = 6;
  const START_UP_ON_OFF = 0x4003;

  /** As a controller sends it that knows nothing of the rules. */
  async function statusOfCommand(commandId: number): Promise<unknown> {
    const command = { requestId: commandId, requestSchema: TlvVoid, responseSchema: TlvVoid, timed: false };
    const request = Invoke({ commands: [{ endpoint: 3, cluster: OnOff, command } as never], skipValidation: true });
    for await (const chunk of home.peer().interaction.invoke({ ...request, batchDuration: false } as never)) {
      for (const answer of chunk) if (answer.kind === 'cmd-status') return answer.status;
    }
    return undefined;
  }

  async function statusOfWrite(attributeId: number, value: number): Promise<unknown> {
    const path = { endpointId: 3, clusterId: ON_OFF, attributeId } as never;
    const answers = await home.peer().interaction.write(Write({ writes: [{ path, data: TlvUInt8.encodeTlv(value) }] }));
    return answers?.[0]?.status;
  }

  it('is answered with a status, changes nothing, and the bridge continues', async () => {
    const fan = await home.endpoint(3);
    const before = fan.state('onOff').startUpOnOff;
    expect(await statusOfCommand(0x77)).toBe(Status.UnsupportedCommand);
    expect(await statusOfWrite(START_UP_ON_OFF, 9)).toBe(Status.ConstraintError);
    expect(await statusOfWrite(0x0fff, 1)).toBe(Status.UnsupportedAttribute);
    expect(fan.state('onOff').startUpOnOff).toBe(before);
    expect([world.house.writes, world.incidents]).toEqual([[], []]);
    await fan.command('onOff', 'off');
    expect(world.house.writes).toMatchObject([{ deviceAddress: FAN }]);
    expect(world.supervised.figures().activity).toMatchObject({ commands: 1, refused: 0, failed: 0 });
  });
});
