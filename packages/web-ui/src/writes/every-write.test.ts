import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

/** Operations of the API that move, switch or open something, at once or later. */
const OPERATING = [
  ...['setDataPointValue', 'invokeCustomDataPoint', 'startAct'],
  ...['addLink', 'putLinkParamset', 'applyLinkProfile', 'testLink'],
  ...['putChannelSchedule', 'setChannelActiveProfile', 'executeProgram'],
] as const;

/** Files with a reason to write without the consent of `writes/consent.ts`. */
const WITHOUT: Readonly<Record<string, string>> = {
  '../pages/programs/run-dialog.tsx': 'The effect of a program is unknown, so its own dialog always asks.',
  '../pages/home/tile-color.tsx': 'The colour of a light moves and opens nothing.',
  '../pages/device/schedule/climate-week.tsx': 'A profile of a thermostat sets temperatures.',
};

function callsOf(source: string): readonly string[] {
  return OPERATING.filter((operation) => source.includes(`call('${operation}'`));
}

describe('every write of the app', () => {
  const writing = Object.entries(sources).filter(
    ([path, source]) => !path.includes('.test.') && callsOf(source).length > 0,
  );

  it('is in a file that asks for a consent or receives one', () => {
    const unasked = writing.filter(([path, source]) => !/\bconsents?\b/i.test(source) && WITHOUT[path] === undefined);
    expect(unasked.map(([path, source]) => [path, callsOf(source)])).toEqual([]);
  });

  it('has no exception for a file that writes nothing', () => {
    const paths = writing.map(([path]) => path);
    expect(paths).toContain('./write-value.ts');
    expect(Object.keys(WITHOUT).filter((path) => !paths.includes(path))).toEqual([]);
  });
});
