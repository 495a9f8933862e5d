import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { CHANGES } from '../test/changes.js';
import { readyHouse, SWITCH, value } from '../test/house.js';
import { createHouseModel, type HouseModel } from './index.js';

const CHANNEL = `${SWITCH}:4`;

const READS: ReadonlySet<string> = new Set([
  ...['centralNames', 'centrals', 'readiness', 'interfaces', 'interface', 'devices', 'deviceCount', 'device'],
  ...[
    'channels',
    'channel',
    'dataPoints',
    'dataPoint',
    'reading',
    'eventGroups',
    'teamCandidates',
    'channelFlags',
    'readBatch',
    'rooms',
  ],
  ...['functions', 'programs', 'program', 'sysvars', 'sysvar', 'validateSysvar', 'inbox', 'alarmMessages'],
  ...[
    'serviceMessages',
    'problems',
    'hubDataPoints',
    'hubMetrics',
    'systemUpdates',
    'installModes',
    'resolve',
    'validateWrite',
  ],
  ...['validateParamset', 'describeParamset', 'exportConfiguration', 'planImport', 'customDataPoints'],
  'customSources',
  ...['customDataPoint', 'planOperation', 'calculatedDataPoints', 'calculatedDataPoint', 'configurations', 'revision'],
  ...[
    'snapshot',
    'snapshotLines',
    'visibility.list',
    'visibility.candidates',
    'visibility.candidateSteps',
    'memory.values',
    'memory.channelFlags',
  ],
  ...[
    'texts.device',
    'texts.channels',
    'texts.devices',
    'texts.hasDevices',
    'texts.dataPoint',
    'texts.dataPoints',
    'texts.snapshot',
  ],
  'visibility.accepted',
  ...['hubUnread', 'hubAbsent', 'state.parts', 'state.optionsOf'],
  // Returning values for storage changes nothing that is shown.
  'memory.changedValues',
  // Unknown items are not shown.
  'unknownThings',
]);

/** These plan and describe, and hold nothing. */
const PLANNERS: ReadonlySet<string> = new Set(['schedules', 'links', 'centralLinks']);

function membersOf(house: HouseModel): readonly string[] {
  return Object.entries(house).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'function' || PLANNERS.has(name)) return [name];
    return Object.keys(member as object).map((below) => `${name}.${below}`);
  });
}

describe('the revision of a model', () => {
  it('knows of every member of it whether it may change anything', () => {
    const known = [...Object.keys(CHANGES), ...READS, ...PLANNERS];
    expect([...membersOf(readyHouse().house)].sort()).toEqual(known.sort());
  });

  it.each(Object.entries(CHANGES))('is another one after %s', (_, change) => {
    const { house } = readyHouse();
    const before = house.revision();
    change(house);
    expect(house.revision()).not.toBe(before);
  });

  it('stays while a model is only read, however old its values grow', () => {
    let now = 1_000_000;
    const house = createHouseModel({ now: () => now });
    const before = house.revision();
    now += 3_600_000;
    house.devices();
    house.snapshot({ include: ['data_points'] });
    expect(house.revision()).toBe(before);
  });

  it('of a model that starts anew is another one', () => {
    const [one, two] = [1_000, 1_001].map((now) => createHouseModel({ now: () => now }).revision());
    expect(one).not.toBe(two);
  });
});

type Alike = (a: object, b: object) => boolean;

describe('summaries', () => {
  it('of one kind share their hidden classes, for any known facts', () => {
    setFlagsFromString('--allow-natives-syntax');
    const alike = new Function('a', 'b', 'return %HasFastProperties(a) && %HaveSameMap(a, b)') as Alike;
    setFlagsFromString('--no-allow-natives-syntax');
    const { house } = readyHouse();
    house.apply(value(CHANNEL, 'STATE', true));
    const lines = Array.from({ length: 20 }, () => [
      ...house.snapshotLines({ include: ['data_points'] }),
      ...house.snapshotLines({ include: ['data_points'], placed: false }),
    ]).flat();
    for (const kind of ['device', 'channel', 'data_point']) {
      const all = lines.filter((line) => line.kind === kind).map((line) => line.data as object);
      const classes: object[] = [];
      for (const each of all) if (!classes.some((known) => alike(known, each))) classes.push(each);
      // A few, because the engine learns the contents of the members; not one for each.
      expect(all.length, kind).toBeGreaterThan(35);
      expect(classes.length, kind).toBeLessThan(6);
    }
  });
});
