import type { DefinedGroup, DefinedLink, DefinedProgram, DefinedSysvar, HouseDefinition } from './types.js';

/** How the invented addresses are made. */
export interface AddressMaker {
  readonly sgtin: (number: number) => string;
  readonly serial: (number: number) => string;
}

/** Rooms, functions, programs, variables and links of the default installation. */
export function inventedHub(
  make: AddressMaker,
): Pick<HouseDefinition, 'rooms' | 'functions' | 'programs' | 'sysvars' | 'links'> {
  return {
    rooms: rooms(make),
    functions: functions(make),
    programs: programs(make),
    sysvars: sysvars(make),
    links: links(make),
  };
}

function rooms({ sgtin, serial }: AddressMaker): readonly DefinedGroup[] {
  return [
    { name: 'Wohnzimmer', channelAddresses: [`${sgtin(1)}:1`, `${sgtin(6)}:3`, `${sgtin(8)}:4`] },
    {
      name: 'Küche',
      channelAddresses: [`${sgtin(4)}:1`, `${sgtin(5)}:4`, `${sgtin(13)}:1`, `${sgtin(24)}:3`, `${serial(4)}:1`],
    },
    { name: 'Schlafzimmer', channelAddresses: [`${sgtin(2)}:1`, `${sgtin(9)}:4`] },
    {
      name: 'Büro & Gäste',
      channelAddresses: [`${sgtin(3)}:1`, `${sgtin(15)}:1`, `${serial(11)}:4`, `${serial(3)}:1`],
    },
    {
      name: 'Flur',
      description: 'Erdgeschoß',
      channelAddresses: [`${sgtin(11)}:4`, `${sgtin(16)}:1`, `${sgtin(18)}:1`, `${sgtin(18)}:2`, `${serial(2)}:1`],
    },
    { name: 'Garten', channelAddresses: [`${sgtin(17)}:1`, `${sgtin(25)}:4`, `${serial(8)}:1`] },
    { name: 'Keller', channelAddresses: [`${serial(1)}:1`, `${serial(5)}:1`, `${serial(10)}:1`, `${sgtin(23)}:1`] },
    { name: 'Leerer Raum "?"', channelAddresses: [] },
  ];
}

function functions({ sgtin, serial }: AddressMaker): readonly DefinedGroup[] {
  return [
    {
      name: 'Heizung',
      channelAddresses: [`${sgtin(1)}:1`, `${sgtin(2)}:1`, `${sgtin(3)}:1`, `${sgtin(4)}:1`, `${serial(11)}:4`],
    },
    {
      name: 'Licht',
      channelAddresses: [`${sgtin(7)}:4`, `${sgtin(11)}:4`, `${sgtin(12)}:1`, `${serial(1)}:1`, `${serial(2)}:1`],
    },
    {
      name: 'Verschluss',
      description: 'Türen und Fenster',
      channelAddresses: [`${sgtin(13)}:1`, `${sgtin(14)}:1`, `${sgtin(15)}:1`, `${sgtin(20)}:1`],
    },
    { name: 'Wetter', channelAddresses: [`${sgtin(17)}:1`, `${serial(8)}:1`] },
    { name: 'Taster', channelAddresses: [`${sgtin(18)}:1`, `${sgtin(18)}:2`, `${serial(7)}:1`] },
  ];
}

function programs({ sgtin, serial }: AddressMaker): readonly DefinedProgram[] {
  return [
    {
      name: 'Alles aus',
      description: 'Schaltet alle Lichter aus',
      keys: [`${sgtin(18)}:1`],
      actions: [
        { kind: 'channel', channelAddress: `${serial(1)}:1`, parameter: 'STATE', value: false },
        { kind: 'channel', channelAddress: `${sgtin(7)}:4`, parameter: 'LEVEL', value: 0 },
      ],
    },
    {
      name: 'Guten Morgen "früh"',
      description: 'Fährt die Rollläden hoch, wenn jemand da ist',
      condition: { variable: 'Anwesenheit', equals: true },
      actions: [{ kind: 'channel', channelAddress: `${sgtin(8)}:4`, parameter: 'LEVEL', value: 1 }],
    },
    {
      name: 'Urlaub',
      description: '',
      active: false,
      actions: [{ kind: 'variable', variable: 'Anwesenheit', value: false }],
    },
    { name: 'Interne Prüfung', description: 'Läuft jede Nacht', internal: true },
  ];
}

function sysvars({ sgtin }: AddressMaker): readonly DefinedSysvar[] {
  return [
    {
      name: 'Anwesenheit',
      type: 'LOGIC',
      value: true,
      description: 'Ist jemand zu Hause?',
      valueNames: ['nicht anwesend', 'anwesend'],
      logged: true,
    },
    {
      name: 'Alarmzone 1',
      type: 'ALARM',
      value: false,
      description: 'Alarmmeldung Alarmzone 1',
      valueNames: ['nicht ausgelöst', 'ausgelöst'],
    },
    {
      name: 'Jahreszeit',
      type: 'LIST',
      value: 3,
      description: '',
      valueList: ['Frühling', 'Sommer', 'Herbst', 'Winter'],
    },
    {
      name: 'Außentemperatur Mittel',
      type: 'NUMBER',
      value: 6.25,
      description: 'Tagesmittel',
      unit: '°C',
      minimum: -50,
      maximum: 60,
      logged: true,
      channelAddress: `${sgtin(17)}:1`,
    },
    { name: 'Strompreis', type: 'NUMBER', value: 31.4, description: 'HAHM', unit: 'ct/kWh', minimum: 0, maximum: 500 },
    { name: 'Letzte Meldung', type: 'STRING', value: 'Müll: "gelbe Säcke" <morgen>', description: 'MQTT' },
    {
      name: 'Interner Zähler',
      type: 'NUMBER',
      value: 0,
      description: 'INTERNAL',
      internal: true,
      visible: false,
      minimum: 0,
      maximum: 65535,
    },
  ];
}

function links({ sgtin, serial }: AddressMaker): readonly DefinedLink[] {
  return [
    {
      interfaceName: 'HmIP-RF',
      sender: `${sgtin(18)}:1`,
      receiver: `${sgtin(7)}:4`,
      name: 'Wandtaster Flur mit Esstisch',
      description: 'Taste 1 schaltet den Esstisch',
    },
    {
      interfaceName: 'HmIP-RF',
      sender: `${sgtin(13)}:1`,
      receiver: `${sgtin(4)}:3`,
      name: 'Fenster Küche mit Wandthermostat',
      description: 'Absenken beim Lüften',
    },
    {
      interfaceName: 'BidCos-RF',
      sender: `${serial(7)}:1`,
      receiver: `${serial(1)}:1`,
      name: 'Handsender mit Licht Keller',
      description: '',
    },
  ];
}
