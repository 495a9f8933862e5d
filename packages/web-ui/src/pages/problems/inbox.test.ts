import { describe, expect, it } from 'vitest';
import { categoryOf, countByCategory, meaningOf } from './inbox.js';

/** About a device: `<address>/<parameter>`. */
const problem = (id: string) => {
  const [address = '', parameter] = id.split('/');
  const about = parameter === undefined ? {} : { about: { central: 'part:home', address, parameter } };
  return { id, tone: 'warn', title: 'serviceMessage', help: 'service-messages', inserted: {}, ...about } as const;
};

describe('the inbox of problems', () => {
  it.each([
    ['A1/UNREACH', 'unreachable', 'meansUnreach'],
    ['A1/STICKY_UNREACH', 'unreachable', 'meansStickyUnreach'],
    ['A1/LOW_BAT', 'battery', 'meansLowBat'],
    ['A1/ERROR_SABOTAGE', 'sabotage', 'meansSabotage'],
    ['A1/CONFIG_PENDING', 'pending', 'meansConfigPending'],
    ['A1/DUTY_CYCLE', 'radio', 'meansDutyDevice'],
    ['A1/ERROR_SOMETHING_NEW', 'message', 'meansMessage'],
    ['interface:home-HmIP-RF', 'connection', 'meansConnection'],
    ['duty:home-HmIP-RF', 'radio', 'meansDuty'],
    ['alarm:7', 'alarm', 'meansAlarm'],
    ['water:home', 'alarm', 'meansWater'],
    ['co:home', 'alarm', 'meansCarbonMonoxide'],
    ['part:storage', 'part', 'meansPart'],
  ] as const)('has a category and an explanation for %s', (id, category, meaning) => {
    expect([categoryOf(problem(id)), meaningOf(problem(id))]).toEqual([category, meaning]);
  });

  it('has sabotage that a BidCos device reports as an error among sabotage', () => {
    const error = { ...problem('A1/ERROR'), title: 'sabotage' } as const;
    expect([categoryOf(error), meaningOf(error)]).toEqual(['sabotage', 'meansSabotage']);
  });

  it('counts the problems, the worst kinds first', () => {
    expect(countByCategory(['A/LOW_BAT', 'B/UNREACH', 'C/LOW_BAT', 'interface:x'].map(problem))).toEqual([
      ['connection', 1],
      ['unreachable', 1],
      ['battery', 2],
    ]);
  });
});
