import { NetworkSimulator } from '@matter/main';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManualClock, createTestHouse, plugAddresses, startTestBridge, type TestBridge } from './bridge-world.js';
import { type Controller, createController, untilDefined } from './controller.js';

const [LAMP = ''] = plugAddresses(1);
const simulator = new NetworkSimulator();
const clock = createManualClock();
const house = createTestHouse([LAMP]);
let test: TestBridge;
let home: Controller;

beforeAll(async () => {
  house.putInto('Kitchen', LAMP);
  house.divide([{ id: 'a', name: 'Ground floor', rooms: ['Kitchen'] }]);
  test = await startTestBridge({ house, simulator, clock });
  home = await createController(simulator.addHost(2));
  const { manual_code } = await test.bridge.openWindow(180);
  await home.commission(manual_code);
});
afterAll(async () => {
  await home?.close();
  await test?.stop();
  expect(test.incidents).toEqual([]);
});

/** Resolves when the controller has these labels of the lamp; the bridge collects changes for a second. */
async function labelled(...labels: readonly string[]): Promise<true> {
  const lamp = await home.endpoint(2);
  return untilDefined(() => {
    clock.pass(1_000);
    const shown = (lamp.state('fixedLabel').labelList ?? []) as readonly { label: string; value: string }[];
    const texts = shown.map(({ label, value }) => `${label}: ${value}`);
    return JSON.stringify(texts) === JSON.stringify(labels) ? true : undefined;
  });
}

it('labels a thing with its room and its area', async () => {
  await labelled('room: Kitchen', 'floor: Ground floor');
});

it('follows a change of the areas and of the rooms', async () => {
  house.divide([{ id: 'a', name: 'Upper floor with a long name', rooms: ['Kitchen'] }]);
  await labelled('room: Kitchen', 'floor: Upper floor with');
  house.putInto('Bath', LAMP);
  await labelled('room: Bath');
  house.divide([]);
  await labelled('room: Bath');
});
