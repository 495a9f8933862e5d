import { expect, it } from 'vitest';
import { inventedHouse } from '../src/index.js';
import { startClientWorld } from './client-world.js';

/** A channel of BidCos-RF and the parameter of it that is one of several states and reports trouble. */
function faultyChannel() {
  for (const { interfaceName, inInbox, paramsets } of inventedHouse().devices) {
    if (interfaceName !== 'BidCos-RF' || inInbox === true) continue;
    for (const [address, { VALUES = {} }] of Object.entries(paramsets)) {
      for (const [parameter, { TYPE, FLAGS = 1 }] of Object.entries(VALUES)) {
        if (TYPE === 'ENUM' && (FLAGS & 8) !== 0) return { address, parameter };
      }
    }
  }
  throw new Error('no such channel');
}

it('a message is classified by its parameter, without the number of its state', async () => {
  await using world = await startClientWorld({ interfaces: ['BidCos-RF'] });
  await world.connected();
  const { address, parameter } = faultyChannel();
  world.simulator.emit(address, parameter, 1);
  world.simulator.emit('SIM0000001:0', 'UNREACH', true);
  const messages = await world.ccu.hub.serviceMessages();
  expect(messages).toContainEqual(
    expect.objectContaining({ address, parameter, name: `${address}.${parameter}`, kind: 'generic' }),
  );
  expect(messages).toContainEqual(
    expect.objectContaining({ address: 'SIM0000001:0', parameter: 'UNREACH', kind: 'communication' }),
  );
});

it('acknowledging a sticky message resets it at the interface too', async () => {
  await using world = await startClientWorld({ interfaces: ['BidCos-RF'] });
  await world.connected();
  const { hub } = world.ccu;
  world.simulator.emit('SIM0000001:0', 'STICKY_UNREACH', true);
  const raised = (await hub.serviceMessages()).find(({ address }) => address === 'SIM0000001:0');
  expect(raised).toMatchObject({ parameter: 'STICKY_UNREACH', kind: 'sticky', quittable: true });
  await hub.acknowledgeMessage(raised!.id);
  expect(world.simulator.house.value('SIM0000001:0', 'STICKY_UNREACH')?.value).toBe(false);
  expect((await hub.serviceMessages()).map(({ address }) => address)).not.toContain('SIM0000001:0');
});

it('without scripts, messages come from the interfaces and alarms from the variables', async () => {
  await using world = await startClientWorld({
    interfaces: ['BidCos-RF', 'HmIP-RF'],
    prepare: ({ faults }) => faults.refuseScripts(true),
  });
  await world.connected();
  world.simulator.emit('SIM0000001:0', 'STICKY_UNREACH', true);
  world.simulator.house.setSysvar('Alarmzone 1', true);
  const truth = world.simulator.house
    .messages()
    .filter(({ kind, channelAddress = '' }) => kind === 'service' && /^(SIM|00F1C)/.test(channelAddress))
    .map(({ channelAddress, parameter }) => `${channelAddress}.${parameter}`);
  const told = await world.ccu.hub.serviceMessages();
  expect(
    told
      .map(({ name }) => name)
      .filter((name) => truth.includes(name))
      .sort(),
  ).toEqual([...truth].sort());
  expect(told.find(({ address }) => address === 'SIM0000001:0')).toMatchObject({ kind: 'sticky', quittable: false });
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  expect((await world.ccu.hub.alarmMessages()).map(({ name }) => name)).toEqual(['Alarmzone 1']);
});

it('the serial number is known although no user can sign in', async () => {
  await using world = await startClientWorld({ interfaces: ['HmIP-RF'], client: { password: 'wrong' } });
  await world.connected();
  expect((await world.ccu.hub.systemInfo()).serial).toBe(world.simulator.house.seededFrom.serial);
});

it('credentials with a space are refused with the reason, and never sent', async () => {
  await using world = await startClientWorld({
    interfaces: ['HmIP-RF'],
    simulator: { users: [{ name: 'Admin', password: 'a b', level: 8 }] },
    client: { password: 'a b', regaPort: 0 },
  });
  await world.connected();
  await expect(world.ccu.hub.programs()).rejects.toMatchObject({
    code: 'login_refused',
    message: expect.stringMatching(/with a space/),
  });
  expect(world.simulator.received.jsonCalls.filter(({ method }) => method === 'Session.login')).toEqual([]);
});
