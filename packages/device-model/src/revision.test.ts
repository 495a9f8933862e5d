import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { readyHome, SWITCH, value } from '../test/house.js';
import { createHome, type Home } from './index.js';

const CHANNEL = `${SWITCH}:4`;
const AT = { address: SWITCH, channel: 4 } as const;

/** Everything that may change what is shown. Whoever adds to `Home` decides which of the two lists it belongs to. */
const CHANGES: Readonly<Record<string, (home: Home) => unknown>> = {
  addCentral: (home) => home.addCentral('second', { host: 'h', interfaces: ['CUxD'] }),
  removeCentral: (home) => home.removeCentral('ccu1'),
  setLocale: (home) => home.setLocale('de'),
  setBehaviour: (home) =>
    home.setBehaviour('ccu1', { resumesLights: false, groupCoverState: true, listsInternalPrograms: false }),
  apply: (home) => home.apply(value(CHANNEL, 'STATE', true)),
  setCentralInformation: (home) => home.setCentralInformation('ccu1', { model: 'x' }),
  settleIdentity: (home) => {
    home.addCentral('second', { host: 'h', interfaces: ['CUxD'], ids: 'awaited' });
    return home.settleIdentity('second');
  },
  setHubAway: (home) => home.setHubAway('ccu1', true),
  setHubAbsent: (home) => home.setHubAbsent('ccu1', true),
  setChannelFlags: (home) => home.setChannelFlags(AT, { hidden: true }),
  applyHub: (home) => home.applyHub('ccu1', { at: 1, programs: [] }),
  programExecuted: (home) => home.programExecuted('ccu1', '1', { success: true }),
  markPending: (home) =>
    home.markPending({ central: 'ccu1', channelAddress: CHANNEL, parameter: 'STATE', value: false }),
  applyConfiguration: (home) => home.applyConfiguration({ address: CHANNEL, values: {}, at: 1 }),
  'visibility.set': (home) => home.visibility.set('ccu1', ['LEVEL'], { at: 1 }),
  'memory.restoreValues': (home) => home.memory.restoreValues('ccu1', []),
  'memory.restoreChannelFlags': (home) => home.memory.restoreChannelFlags('ccu1', []),
};

const READS: ReadonlySet<string> = new Set([
  ...['centralNames', 'centrals', 'readiness', 'interfaces', 'interface', 'devices', 'deviceCount', 'device'],
  ...['channels', 'channel', 'dataPoints', 'dataPoint', 'eventGroups', 'channelFlags', 'readBatch', 'rooms'],
  ...['functions', 'programs', 'program', 'sysvars', 'sysvar', 'validateSysvar', 'inbox', 'alarmMessages'],
  ...['serviceMessages', 'hubDataPoints', 'hubMetrics', 'systemUpdates', 'installModes', 'resolve', 'validateWrite'],
  ...['validateParamset', 'describeParamset', 'exportConfiguration', 'planImport', 'customDataPoints'],
  ...['customDataPoint', 'planOperation', 'calculatedDataPoints', 'calculatedDataPoint', 'configurations', 'revision'],
  ...['snapshot', 'snapshotLines', 'visibility.list', 'visibility.candidates', 'memory.values', 'memory.channelFlags'],
  'visibility.accepted',
  ...['hubUnread', 'hubAbsent'],
  // What is written down is shown as before.
  'memory.changedValues',
  // What spoke without being known is not shown.
  'takeUnknownAddresses',
]);

/** These plan and describe, and hold nothing. */
const PLANNERS: ReadonlySet<string> = new Set(['schedules', 'links', 'centralLinks']);

function membersOf(home: Home): readonly string[] {
  return Object.entries(home).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'function' || PLANNERS.has(name)) return [name];
    return Object.keys(member as object).map((below) => `${name}.${below}`);
  });
}

describe('the revision of a house', () => {
  it('knows of every member of it whether it may change anything', () => {
    const known = [...Object.keys(CHANGES), ...READS, ...PLANNERS];
    expect([...membersOf(readyHome().home)].sort()).toEqual(known.sort());
  });

  it.each(Object.entries(CHANGES))('is another one after %s', (_, change) => {
    const { home } = readyHome();
    const before = home.revision();
    change(home);
    expect(home.revision()).not.toBe(before);
  });

  it('stays while a house is only looked at, however old its values grow', () => {
    let now = 1_000_000;
    const home = createHome({ now: () => now });
    const before = home.revision();
    now += 3_600_000;
    home.devices();
    home.snapshot({ include: ['data_points'] });
    expect(home.revision()).toBe(before);
  });

  it('of a house that starts anew is another one', () => {
    const [one, two] = [1_000, 1_001].map((now) => createHome({ now: () => now }).revision());
    expect(one).not.toBe(two);
  });
});

type Alike = (a: object, b: object) => boolean;

describe('summaries', () => {
  it('of one kind share their hidden classes, whatever is known of what they describe', () => {
    setFlagsFromString('--allow-natives-syntax');
    const alike = new Function('a', 'b', 'return %HasFastProperties(a) && %HaveSameMap(a, b)') as Alike;
    setFlagsFromString('--no-allow-natives-syntax');
    const { home } = readyHome();
    home.apply(value(CHANNEL, 'STATE', true));
    const lines = Array.from({ length: 20 }, () => [
      ...home.snapshotLines({ include: ['data_points'] }),
      ...home.snapshotLines({ include: ['data_points'], placed: false }),
    ]).flat();
    for (const kind of ['device', 'channel', 'data_point']) {
      const all = lines.filter((line) => line.kind === kind).map((line) => line.data as object);
      const classes: object[] = [];
      for (const each of all) if (!classes.some((known) => alike(known, each))) classes.push(each);
      // A few, because the engine learns what the members hold; not one for each.
      expect(all.length, kind).toBeGreaterThan(35);
      expect(classes.length, kind).toBeLessThan(6);
    }
  });
});
