import { decodeXmlRpcResponse, encodeXmlRpcCall, xmlRpcHeaders } from '@ccu-gateway/ccu-client/wire';
import { describe, expect, it } from 'vitest';
import type { InterfaceName, Simulator } from '../src/index.js';
import { listenForCallbacks, startQuietSimulator } from '../src/testing/index.js';
import { list, record, text } from '../src/wire/typed-value.js';

async function ask(simulator: Simulator, interfaceName: InterfaceName, method: string, ...params: string[]) {
  const body = encodeXmlRpcCall(method, params);
  const path = interfaceName === 'VirtualDevices' ? '/groups' : '/';
  const url = `http://127.0.0.1:${simulator.ports[interfaceName]}${path}`;
  const answer = await fetch(url, { method: 'POST', headers: { ...xmlRpcHeaders(body) }, body });
  const decoded = decodeXmlRpcResponse(new Uint8Array(await answer.arrayBuffer()));
  if (decoded.kind === 'fault') throw new Error(decoded.message);
  return decoded.value;
}

/** Answers and reads of the logic layer of a real CCU as the client of the interface processes. */
describe('the simulated interface processes, asked by the logic layer of a CCU', () => {
  const calls = async (interfaceName: InterfaceName, answer: Parameters<typeof listenForCallbacks>[0]) => {
    await using simulator = await startQuietSimulator({ interfaces: [interfaceName] });
    await using listener = await listenForCallbacks(answer);
    await ask(simulator, interfaceName, 'init', listener.url, '1234');
    await simulator.settled();
    return listener.heard.map(({ method, params }) => [method, (params[1] as readonly unknown[] | undefined)?.length]);
  };

  it.each(['BidCos-RF', 'HmIP-RF', 'VirtualDevices'] as const)(
    '%s announces its devices to a client that answers with an empty text because it has none',
    async (interfaceName) => {
      expect((await calls(interfaceName, text(''))).map(([method]) => method)).toContain('newDevices');
    },
  );

  it('HmIP-RF accepts the empty parent of a device, and sends everything anew for any other empty member', async () => {
    await using simulator = await startQuietSimulator({ interfaces: ['HmIP-RF'] });
    const known = (spoil: Record<string, string>) =>
      list(
        simulator.house.devices('HmIP-RF').flatMap(({ description, channels }) =>
          [description, ...channels.map((channel) => channel.description)].map(({ ADDRESS, VERSION, PARENT = '' }) =>
            record({
              ADDRESS: text(ADDRESS),
              VERSION: { type: 'int', value: VERSION ?? 0 },
              PARENT: text(PARENT),
              ...Object.fromEntries(Object.entries(spoil).map(([name, value]) => [name, text(value)])),
            }),
          ),
        ),
      );
    const announced = (all: Awaited<ReturnType<typeof calls>>) =>
      all.map(([method]) => method).filter((method) => /Devices$/.test(String(method)) && method !== 'listDevices');
    expect(announced(await calls('HmIP-RF', known({})))).toEqual([]);
    expect(announced(await calls('HmIP-RF', known({ FIRMWARE: '' })))).toEqual(['deleteDevices', 'newDevices']);
  });

  it('BidCos-RF names every parameter in its description, by which data points are called, and the control that shows it', async () => {
    await using simulator = await startQuietSimulator({ interfaces: ['BidCos-RF'] });
    for (const { channels } of simulator.house.devices('BidCos-RF')) {
      for (const { description } of channels) {
        for (const key of description.PARAMSETS ?? []) {
          const described = await ask(simulator, 'BidCos-RF', 'getParamsetDescription', description.ADDRESS, key);
          for (const [name, parameter] of Object.entries(described as object)) expect(parameter.ID).toBe(name);
        }
      }
    }
    const described = await ask(simulator, 'BidCos-RF', 'getParamsetDescription', 'SIM0000001:1', 'VALUES');
    expect(described).toMatchObject({ STATE: { CONTROL: 'SWITCH.STATE' } });
  });

  it('BidCos-RF sends nothing at all where there are no service messages', async () => {
    await using simulator = await startQuietSimulator({ interfaces: ['BidCos-RF', 'HmIP-RF'] });
    for (const { channelAddress = '', parameter = '' } of simulator.house.messages())
      simulator.emit(channelAddress, parameter, false);
    expect(simulator.house.messages()).toEqual([]);
    expect(await ask(simulator, 'BidCos-RF', 'getServiceMessages')).toBe('');
    expect(await ask(simulator, 'HmIP-RF', 'getServiceMessages')).toEqual([]);
  });
});
