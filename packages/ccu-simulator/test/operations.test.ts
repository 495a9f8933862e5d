import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InterfaceName, Simulator, TypedValue } from '../src/index.js';
import { type CallbackListener, listenForCallbacks, startQuietSimulator, until } from '../src/testing/index.js';
import { bool, double, int, list, plain, record, text } from '../src/wire/typed-value.js';
import { decodeAnswer } from '../src/wire/xml-decode.js';
import { encodeCall } from '../src/wire/xml-encode.js';

describe('an interface of the simulated CCU', () => {
  let simulator: Simulator;
  let listener: CallbackListener;
  const on =
    (interfaceName: InterfaceName) =>
    async (method: string, ...params: TypedValue[]) => {
      const response = await fetch(`http://127.0.0.1:${simulator.ports[interfaceName]}/`, {
        method: 'POST',
        body: encodeCall(method, params, 'hmip'),
      });
      const answer = decodeAnswer(new Uint8Array(await response.arrayBuffer()));
      return 'value' in answer ? plain(answer.value) : answer;
    };
  const hmip = on('HmIP-RF');
  const bidcos = on('BidCos-RF');
  const heard = (method: string) =>
    listener.heard.filter((call) => call.method === method).map((call) => call.params.slice(1));

  beforeEach(async () => {
    simulator = await startQuietSimulator();
    listener = await listenForCallbacks();
    await hmip('init', text(listener.url), text('test'));
    await simulator.settled();
  });
  afterEach(async () => {
    await listener.close();
    await simulator.close();
  });

  it('puts a device in the place of another one: objects, configuration, links and programs stay', async () => {
    const [old, fresh] = ['00F1C0DE000007', '00F1C0DE0000AA'];
    const seed = simulator.house.seededFrom.devices.find(({ description }) => description.ADDRESS === old)!;
    simulator.house.addDevice(JSON.parse(JSON.stringify(seed).replaceAll(old, fresh)));
    await hmip('putParamset', text(`${old}:4`), text('MASTER'), record({ POWERUP_JUMPTARGET: int(1) }));
    await hmip('putParamset', text(`${old}:4`), text('00F1C0DE000012:1'), record({ SHORT_ON_LEVEL: double(0.35) }));
    const before = simulator.house.device(old)!;
    expect(await hmip('listReplaceableDevices', text(fresh))).toEqual([expect.objectContaining({ ADDRESS: old })]);
    expect(await hmip('replaceDevice', text(old), text('00F1C0DE000008'))).toMatchObject({ faultCode: -1 });
    expect(await hmip('replaceDevice', text(old), text(old))).toMatchObject({ faultCode: -1 });
    expect(simulator.house.device(old)).toBeDefined();

    expect(await hmip('replaceDevice', text(old), text(fresh))).toBe(true);
    expect(simulator.house.device(old)).toBeUndefined();
    const now = simulator.house.device(fresh)!;
    expect([now.id, now.name, now.ready]).toEqual([before.id, before.name, true]);
    expect(now.channels.map(({ id, name }) => [id, name])).toEqual(before.channels.map(({ id, name }) => [id, name]));
    expect(await hmip('getParamset', text(`${fresh}:4`), text('MASTER'))).toMatchObject({ POWERUP_JUMPTARGET: 1 });
    expect(simulator.house.links('HmIP-RF')).toContainEqual(
      expect.objectContaining({ sender: '00F1C0DE000012:1', receiver: `${fresh}:4` }),
    );
    expect(simulator.house.link(`${fresh}:4`, '00F1C0DE000012:1')).toMatchObject({ SHORT_ON_LEVEL: 0.35 });
    const mentioned = JSON.stringify([
      simulator.house.rooms(),
      simulator.house.functions(),
      simulator.house.programs(),
    ]);
    expect(mentioned).not.toContain(old);
    expect(mentioned).toContain(fresh);
    await simulator.settled();
    expect(heard('replaceDevice')).toEqual([[old, fresh]]);
  });

  it('links channels that share a role, and reports changed links', async () => {
    const [sender, receiver] = [text('00F1C0DE000012:2'), text('00F1C0DE000007:4')];
    expect(await hmip('addLink', sender, text('00F1C0DE000011:1'), text('n'), text('d'))).toMatchObject({
      faultCode: -1,
    });
    expect(await hmip('addLink', sender, receiver, text(''), text(''))).toMatchObject({ faultCode: -1 });
    expect(await hmip('addLink', sender, receiver, text('Taste 2'), text('dimmt'))).toBe('');
    await simulator.settled();
    expect(heard('updateDevice')).toEqual([
      ['00F1C0DE000012', 1],
      ['00F1C0DE000007', 1],
    ]);
    const links = (await hmip('getLinks', receiver, int(4))) as {
      SENDER: string;
      NAME: string;
      RECEIVER_PARAMSET: Record<string, unknown>;
    }[];
    expect(links.map(({ NAME }) => NAME)).toEqual(['Wandtaster Flur mit Esstisch', 'Taste 2']);
    expect(links[1]?.RECEIVER_PARAMSET).toMatchObject({ SHORT_ON_LEVEL: 1, LONG_RAMPON_TIME_FACTOR: 5 });
    expect(await hmip('getLinkPeers', receiver)).toEqual(['00F1C0DE000012:1', '00F1C0DE000012:2']);
    expect(await hmip('removeLink', sender, receiver)).toBe('');
    expect(await hmip('getLinkInfo', sender, receiver)).toMatchObject({ faultCode: -1 });
  });

  it('keeps link parameters per peer', async () => {
    const [sender, receiver] = [text('00F1C0DE000012:1'), text('00F1C0DE000007:4')];
    await hmip('putParamset', receiver, sender, record({ SHORT_ON_LEVEL: double(0.4), LONG_ON_TIME_BASE: int(4) }));
    expect(await hmip('getParamset', receiver, sender)).toMatchObject({
      SHORT_ON_LEVEL: 0.4,
      LONG_ON_TIME_BASE: 4,
      LONG_ON_LEVEL: 1,
    });
    expect(await hmip('getParamsetDescription', receiver, sender)).toHaveProperty('SHORT_JT_ON.TYPE', 'ENUM');
    expect(simulator.house.link('00F1C0DE000007:4', '00F1C0DE000012:1')).toMatchObject({ SHORT_ON_LEVEL: 0.4 });
  });

  it('tries a link out', async () => {
    await hmip('activateLinkParamset', text('00F1C0DE000007:4'), text('00F1C0DE000012:1'), bool(false));
    await simulator.settled();
    expect(listener.events()).toContain('00F1C0DE000007:4.LEVEL=1');
  });

  it('is in install mode for a while, with the arguments of each daemon', async () => {
    await hmip('setInstallMode', bool(true), int(60));
    await bidcos('setInstallMode', bool(true), int(30), int(1));
    expect(await hmip('getInstallMode')).toBe(60);
    expect(simulator.house.installModes()).toMatchObject([
      { interfaceName: 'HmIP-RF' },
      { interfaceName: 'BidCos-RF', remainingSeconds: 30 },
    ]);
    await hmip('setInstallMode', bool(false), int(0));
    expect(await hmip('getInstallMode')).toBe(0);
    const whitelist = list([
      record({ ADDRESS: text('3014F711A000000000000001'), KEY_MODE: text('LOCAL'), KEY: text('00112233') }),
    ]);
    expect(await hmip('setInstallModeWithWhitelist', bool(true), int(60), whitelist)).toBe('');
  });

  it('announces a device that was paired, and one that was deleted', async () => {
    const [sample] = simulator.house.seededFrom.devices.filter((device) => device.description.TYPE === 'HmIP-SWDO');
    if (sample === undefined) throw new Error('no sample');
    await hmip('deleteDevice', text(sample.description.ADDRESS), int(0));
    simulator.house.addDevice(sample);
    await simulator.settled();
    expect(heard('deleteDevices')).toEqual([
      [[sample.description.ADDRESS, ...sample.channels.map(({ ADDRESS }) => ADDRESS)]],
    ]);
    expect(heard('newDevices').at(-1)?.[0]).toHaveLength(1 + sample.channels.length);
    expect(simulator.house.device(sample.description.ADDRESS)?.ready).toBe(false);
  });

  it('deletes an unreachable device only by force', async () => {
    simulator.faults.refuseWrites(true);
    expect(await hmip('deleteDevice', text('00F1C0DE000001'), int(0))).toMatchObject({ faultCode: -1 });
    expect(await hmip('deleteDevice', text('00F1C0DE000001'), int(2))).toBe('');
  });

  it('updates firmware and reports a changed device', async () => {
    expect(await hmip('installFirmware', text('00F1C0DE000001'))).toBe(true);
    await simulator.settled();
    expect(heard('updateDevice')).toEqual([['00F1C0DE000001', 0]]);
    expect(await hmip('getDeviceDescription', text('00F1C0DE000001'))).toMatchObject({ FIRMWARE: '2.2.8' });
  });

  it('suppresses service messages, keeps metadata, measures the radio', async () => {
    expect(await hmip('getServiceMessages')).toEqual([['00F1C0DE000003:0', 'LOW_BAT', true]]);
    await hmip('suppressServiceMessages', text('00F1C0DE000003:0'), text('LOW_BAT'), bool(true));
    expect(await hmip('getServiceMessages')).toEqual([]);
    await bidcos('setMetadata', text('SIM0000001'), text('note'), text('Grüße'));
    expect(await bidcos('getAllMetadata', text('SIM0000001'))).toEqual({ note: 'Grüße' });
    expect(await hmip('rssiInfo')).toMatchObject({ '00F1C0DE000001': { '00F1C0DE0000C0': [-68, -64] } });
    expect(await bidcos('listBidcosInterfaces')).toMatchObject([{ DUTY_CYCLE: 4, CONNECTED: true }]);
  });

  describe('keys of HmIP', () => {
    const key = '00F1C0DE000012:2';
    const presses = () => heard('event').filter(([, parameter]) => String(parameter).startsWith('PRESS_'));
    const press = async (channelAddress = key, parameter = 'PRESS_SHORT') => {
      simulator.emit(channelAddress, parameter, true);
      await simulator.settled();
    };
    const report = (count: number, valueId = 'PRESS_SHORT') =>
      hmip('reportValueUsage', text(key), text(valueId), int(count));
    const usage = () => hmip('getMetadata', text(key), text('reportValueUsageData'));

    it('report presses to the CCU only while something there uses them', async () => {
      await press();
      expect(presses()).toEqual([]);
      expect(await usage()).toMatchObject({ faultCode: -1 });
      expect(await report(1)).toBe(true);
      expect(await usage()).toEqual({ PRESS_SHORT: 1 });
      await press();
      await press(key, 'PRESS_LONG');
      expect(presses()).toEqual([
        [key, 'PRESS_SHORT', true],
        [key, 'PRESS_LONG', true],
      ]);
      await report(1, 'PRESS_LONG');
      await report(0);
      await press();
      expect(presses()).toHaveLength(3);
      await report(0, 'PRESS_LONG');
      await press();
      expect(presses()).toHaveLength(3);
      expect(await usage()).toEqual({ PRESS_SHORT: 0, PRESS_LONG: 0 });
    });

    it('that a program starts with report without anything else, and start it', async () => {
      await press('00F1C0DE000012:1');
      expect(presses()).toEqual([['00F1C0DE000012:1', 'PRESS_SHORT', true]]);
      const all = simulator.house.programs().find(({ name }) => name === 'Alles aus');
      expect(all?.executions).toBe(1);
    });

    it('of a sleeping device report presses after it wakes', async () => {
      simulator.faults.asleep('00F1C0DE000012', true);
      expect(await report(1)).toBe(false);
      await press();
      expect(presses()).toEqual([]);
      expect(simulator.house.value('00F1C0DE000012:0', 'CONFIG_PENDING')?.value).toBe(true);
      simulator.faults.asleep('00F1C0DE000012', false);
      await press();
      expect(presses()).toHaveLength(1);
    });

    it('of the CCU itself need no link, nor do those of BidCos', async () => {
      await bidcos('init', text(listener.url), text('test'));
      await press('HmIP-RCV-1:3');
      await press('SIM0000007:1');
      expect(presses().map(([channelAddress]) => channelAddress)).toEqual(['HmIP-RCV-1:3', 'SIM0000007:1']);
      expect(await bidcos('reportValueUsage', text('SIM0000007:1'), text('PRESS_SHORT'), int(1))).toBe(true);
      expect(await bidcos('getMetadata', text('SIM0000007:1'), text('reportValueUsageData'))).toMatchObject({
        faultCode: -1,
      });
      expect(await bidcos('reportValueUsage', text('SIM9999999:1'), text('PRESS_SHORT'), int(1))).toMatchObject({
        faultCode: -2,
      });
    });
  });

  it('lists the methods each daemon has and refuses those it has not', async () => {
    const methods = (await bidcos('system.listMethods')) as string[];
    expect(methods).toContain('reportValueUsage');
    expect(methods).not.toContain('setInstallModeWithWhitelist');
    expect(await on('BidCos-Wired')('getServiceMessages')).toMatchObject({ faultCode: -1 });
    expect(
      await bidcos(
        'system.multicall',
        list([
          record({ methodName: text('getValue'), params: list([text('SIM0000001:1'), text('STATE')]) }),
          record({ methodName: text('nonsense'), params: list([]) }),
        ]),
      ),
    ).toEqual([[false], { faultCode: -1, faultString: 'nonsense: unknown method name' }]);
  });

  it('writes to a sleeping device are pending, and done when it wakes', async () => {
    simulator.faults.asleep('00F1C0DE000001', true);
    const answer = await hmip('setValue', text('00F1C0DE000001:1'), text('SET_POINT_TEMPERATURE'), double(24));
    expect(answer).toEqual({ faultCode: -10, faultString: 'Transmission pending' });
    expect(simulator.house.value('00F1C0DE000001:1', 'SET_POINT_TEMPERATURE')?.value).toBe(21);
    simulator.faults.asleep('00F1C0DE000001', false);
    await until(() => listener.events().includes('00F1C0DE000001:1.SET_POINT_TEMPERATURE=24'));
  });

  it('can tell its clients anything', async () => {
    simulator.tell('HmIP-RF', 'event', [text('UNKNOWN0000001:7'), text('WHATEVER'), text('a\u0001b')]);
    await simulator.settled();
    expect(listener.events()).toEqual(['UNKNOWN0000001:7.WHATEVER=a\u0001b']);
  });
});
