import type { Sysvar } from '@ccu-gateway/ccu-client';
import { expect, it } from 'vitest';
import { NOON, readyHouse, SWITCH } from '../../test/house.js';

const variable = (more: Partial<Sysvar>): Sysvar => ({
  id: 950,
  name: 'Jahreszeit',
  description: '',
  type: 'LOGIC',
  value: true,
  unit: '',
  valueList: [],
  valueName0: '',
  valueName1: '',
  internal: false,
  visible: true,
  logged: false,
  channelAddress: '',
  changedAt: NOON,
  ...more,
});

const PRESENCE = variable({
  name: `\${sysVarPresence}`,
  description: `\${sysVarPresenceMsg}`,
  valueName0: `\${sysVarPresenceNotPresent}`,
  valueName1: `\${sysVarPresencePresent}`,
});

function builtInHome() {
  const { house } = readyHouse();
  house.apply({
    type: 'names_loaded',
    central: 'ccu1',
    at: NOON,
    names: [{ address: SWITCH, name: 'Licht', iseId: 1234 }],
    rooms: [
      { name: `\${roomKitchen}`, channelAddresses: [`${SWITCH}:4`] },
      { name: 'Annas Zimmer', channelAddresses: [] },
    ],
    functions: [{ name: 'funcLight', channelAddresses: [] }],
  });
  house.applyHub('ccu1', { at: NOON, sysvars: [PRESENCE, variable({ id: 951 })] });
  return house;
}

it('rooms and functions that the CCU came with are translated, and keep their names', () => {
  const house = builtInHome();
  expect(house.rooms({ locale: 'de' })).toEqual([
    { name: `\${roomKitchen}`, translated_name: 'Küche', device_count: 1 },
    { name: 'Annas Zimmer', device_count: 0 },
  ]);
  expect(house.functions()).toEqual([{ name: 'funcLight', translated_name: 'Light', device_count: 0 }]);
  house.setLocale('de');
  expect(house.functions()).toMatchObject([{ translated_name: 'Licht' }]);
  expect(house.device(SWITCH)).toMatchObject({ value: { rooms: [`\${roomKitchen}`] } });
});

it('a variable that the CCU came with has its texts translated, and is found by its name as before', () => {
  const house = builtInHome();
  expect(house.sysvar(`\${sysVarPresence}`, { locale: 'de' })).toMatchObject({
    value: {
      name: `\${sysVarPresence}`,
      translated_name: 'Anwesenheit',
      description: `\${sysVarPresenceMsg}`,
      translated_description: 'Anwesenheit',
      translated_value_name_0: 'nicht anwesend',
      translated_value_name_1: 'anwesend',
    },
  });
  expect(house.sysvars()[0]).toMatchObject({ translated_name: 'Presence', translated_value_name_0: 'absent' });
});

it('texts that people wrote are not translated', () => {
  const members = Object.keys(builtInHome().sysvars()[1] ?? {});
  expect(members.filter((member) => member.startsWith('translated'))).toEqual([]);
});

it('a key within a text is translated, an unknown one and a member of every object are left as they are', () => {
  const { house } = readyHouse();
  const named = (name: string) => {
    house.applyHub('ccu1', { at: NOON, sysvars: [variable({ name })] });
    return house.sysvars()[0]?.translated_name;
  };
  expect(named(`\${sysVarRainToday} (Garten)`)).toBe('Rain today (Garten)');
  expect(named(`$\\{sysVarPresence}`)).toBe('Presence');
  expect(named(`\${sysVarNew}`)).toBeUndefined();
  expect(named(`\${constructor}`)).toBeUndefined();
  expect(named('constructor')).toBeUndefined();
});

it('alarm messages are shown by the translated name of their variable', () => {
  const { house } = readyHouse();
  const alarm = { id: 7, name: `\${sysVarAlarmZone1}`, description: '', counter: 1, firstAt: NOON, lastAt: NOON };
  house.applyHub('ccu1', { at: NOON, alarmMessages: [alarm] });
  expect(house.alarmMessages({ locale: 'de' })).toMatchObject([
    { name: `\${sysVarAlarmZone1}`, display_name: 'Alarmzone 1' },
  ]);
});

it('a snapshot translates them in its language, an anonymous one not at all', () => {
  const house = builtInHome();
  const snapshot = house.snapshot({ locale: 'de' });
  expect(snapshot.rooms).toMatchObject([{ translated_name: 'Küche' }, {}]);
  expect(snapshot.sysvars).toMatchObject([{ translated_name: 'Anwesenheit' }, {}]);
  const anonymous = JSON.stringify(house.snapshot({ locale: 'de', anonymize: true }));
  expect(anonymous).not.toMatch(/translated|Küche|Anwesenheit/);
});
