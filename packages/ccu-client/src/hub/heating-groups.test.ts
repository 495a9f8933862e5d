import { describe, expect, it } from 'vitest';
import type { JsonSession } from '../json/session.js';
import type { HttpClient } from '../transport/http.js';
import { heatingGroupCalls } from './heating-groups.js';

const MEMBER = { id: '000A1D8991234A:1', memberType: { id: 'RADIATOR_THERMOSTAT' } };
/** A group as the file of a CCU has it. */
const group = (id: number, groupMembers: unknown) => ({
  id,
  groupMembers,
  groupType: { id: 'hmip.heating.group', label: 'Hmip_Heating_Control', version: 131_072 },
  groupProperties: { NAME: `Room ${id}`, GROUP_DEVICE_NAME: `Room ${id}`, FORBID_SINGLE_OPERATION: true },
});

/** Calls to a CCU that gives one answer to everything. */
function callsTo(answer: unknown) {
  const body = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer));
  return heatingGroupCalls({
    session: { call: async () => answer, id: async () => 'session' } as unknown as JsonSession,
    http: { exchange: async () => ({ status: 200, headers: {}, body }) } as unknown as HttpClient,
  });
}

describe('the heating groups of a CCU', () => {
  it('are read from its file', async () => {
    const read = {
      ...{ id: 3, name: 'Room 3', typeId: 'hmip.heating.group', typeLabel: 'Hmip_Heating_Control' },
      forbidSingleOperation: true,
      members: [{ address: MEMBER.id, type: 'RADIATOR_THERMOSTAT' }],
    };
    expect(await callsTo(JSON.stringify({ groups: [group(3, [MEMBER])] })).heatingGroups()).toEqual([read]);
    expect(await callsTo({ groups: [] }).heatingGroups()).toEqual([]);
  });

  it.each(['-1', -1])('are none where the CCU has no file and answers %j', async (answer) => {
    expect(await callsTo(answer).heatingGroups()).toEqual([]);
  });

  it.each([
    ['is no JSON', '<html>busy</html>'],
    ['is cut off', '{"groups":[{"id":3,"na'],
    ['is empty', ''],
    ['has no groups', '{}'],
    ['has groups that are no list', '{"groups":{"0":{}}}'],
    ['is null', null],
  ])('are unknown where the answer %s', async (_, answer) => {
    await expect(callsTo(answer).heatingGroups()).rejects.toMatchObject({ code: 'protocol' });
  });

  it.each([
    ['no list of members', { 0: MEMBER }],
    ['members without a text for an address', [MEMBER, { id: 17 }]],
    ['members that are no objects', [MEMBER, null]],
  ])('are left out one by one where they have %s', async (_, members) => {
    const answer = JSON.stringify({ groups: [group(1, members), group(2, [MEMBER])] });
    expect((await callsTo(answer).heatingGroups()).map(({ id }) => id)).toEqual([2]);
  });

  it('have candidates only where the CCU lists them', async () => {
    const device = { id: MEMBER.id, serialNumber: '3014F711A0', type: 'RADIATOR_THERMOSTAT' };
    const answer = { assignableGroupMembers: [device, { serialNumber: '3014F711A1' }], leftoverGroupMembers: [] };
    expect(await callsTo(answer).suitableMembers('hmip.heating.group')).toEqual({
      assignable: [{ address: MEMBER.id, serial: '3014F711A0', type: 'RADIATOR_THERMOSTAT' }],
      leftover: [],
    });
    for (const faulty of [{ assignableGroupMembers: [device] }, { leftoverGroupMembers: [] }, []]) {
      await expect(callsTo(faulty).suitableMembers('hmip.heating.group')).rejects.toMatchObject({ code: 'protocol' });
    }
  });

  it.each([
    [{ id: 3 }, '[]', 3, 'Bath INT0000003'],
    [{}, '7', 7, 'Bath'],
  ])('are saved with their members as a text: %j', async (known, content, id, groupDeviceName) => {
    const sent: Record<string, unknown>[] = [];
    const page = 'self.groupId = 0;';
    const http = {
      async exchange({ body }: { body?: Buffer }) {
        if (body !== undefined) sent.push(JSON.parse(body.toString('utf8')));
        const answer = { isSuccessful: true, content: body === undefined ? page : content };
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
      },
    };
    const calls = heatingGroupCalls({
      session: { id: async () => 'session' } as unknown as JsonSession,
      http: http as unknown as HttpClient,
    });
    const group = { name: 'Bath', typeId: 'hmip.heating.group', members: [MEMBER.id], forbidSingleOperation: false };
    expect(await calls.saveHeatingGroup({ ...known, ...group })).toBe(id);
    expect(sent).toMatchObject([{ assignedDevicesIds: `["${MEMBER.id}"]`, groupDeviceName }]);
  });

  it('have the kinds of the page, which names at least one', async () => {
    const content = `new GroupType("hmip.heating.group", translateKey('Hmip_Heating_Control'))`;
    expect(await callsTo({ isSuccessful: true, content }).heatingGroupTypes()).toEqual([
      { id: 'hmip.heating.group', label: 'Hmip_Heating_Control' },
    ]);
    const other = callsTo({ isSuccessful: true, content: '<html></html>' });
    await expect(other.heatingGroupTypes()).rejects.toMatchObject({ code: 'protocol' });
  });
});
