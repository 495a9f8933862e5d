import { describe, expect, it } from 'vitest';
import { formatsIn } from '../../../i18n/formats.js';
import { textsIn } from '../../../i18n/texts.js';
import { changesOf, fieldText, type Parameter, readField, undoOf } from './fields.js';
import { groupTexts, groupTitle } from './group-texts.js';
import { conflictsOf, found, groupsOf, openAtFirst, rowsOf, switchesOf } from './groups.js';

const parameter = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  parameter: name,
  label: name.toLowerCase(),
  type: 'FLOAT',
  operations: { read: true, write: true, event: false },
  internal: false,
  ...more,
});

const de = formatsIn('de');

describe('a field', () => {
  const percent = parameter('LEVEL', { multiplier: 100, min: 0, max: 1, specials: [{ id: 'OLD', value: 1.01 }] });

  it('shows numbers multiplied and reads them back, with point or comma', () => {
    expect(fieldText(percent, 0.07, de)).toBe('7');
    expect(fieldText(percent, 0.125, de)).toBe('12,5');
    expect(readField(percent, '7')).toEqual({ ok: true, value: 0.07 });
    expect(readField(percent, '12,5')).toEqual({ ok: true, value: 0.125 });
  });

  it('refuses a text that is no number, out of bounds, or not whole', () => {
    expect(readField(percent, '')).toEqual({ ok: false, reason: 'number' });
    expect(readField(percent, '101.5')).toEqual({ ok: false, reason: 'range' });
    expect(readField(parameter('N', { type: 'INTEGER' }), '1.5')).toEqual({ ok: false, reason: 'whole' });
  });

  it('takes special values outside the bounds, and shows nothing for NaN', () => {
    expect(readField(percent, '101')).toEqual({ ok: true, value: 1.01 });
    expect(fieldText(percent, Number.NaN, de)).toBe('');
  });
});

describe('the changes of a form', () => {
  const list = [
    parameter('A', { value: 1 }),
    parameter('B', { value: 'TWO', type: 'ENUM', value_list: ['ONE', 'TWO'] }),
    parameter('C', { value: true, type: 'BOOL' }),
    parameter('D'),
  ];

  it('are the differences to the device, for an ENUM by name or number', () => {
    const draft = new Map([
      ['A', { ok: true, value: 1 }],
      ['B', { ok: true, value: 1 }],
      ['C', { ok: true, value: false }],
      ['D', { ok: false, reason: 'number' }],
    ] as const);
    expect(changesOf(list, draft).map(({ parameter: { parameter: name } }) => name)).toEqual(['C']);
  });

  it('are undone with the values from before, where those were known', () => {
    const draft = new Map([
      ['A', { ok: true, value: 5 }],
      ['D', { ok: true, value: 5 }],
    ] as const);
    expect(undoOf(changesOf(list, draft))).toEqual({ A: 1 });
  });
});

describe('the groups of a form', () => {
  it('follow the first word, with settings of no group first and the weekly programme last', () => {
    const names = ['P1_ENDTIME_MONDAY_1', 'COND_A', 'COND_B', 'COND_C', 'ALONE', '01_WP_LEVEL'];
    expect(groupsOf(names.map((name) => parameter(name))).map(({ id }) => id)).toEqual(['general', 'COND', 'schedule']);
  });

  it('are called in the language of the page, and by their word where it has no name', () => {
    const title = (word: string) =>
      [textsIn(groupTexts, 'de'), textsIn(groupTexts, 'en')].map((say) => groupTitle(word, say));
    expect(title('TEMPERATURE')).toEqual(['Temperatur', 'Temperature']);
    expect(title('CONSTRUCTOR')).toEqual(['Constructor', 'Constructor']);
  });

  it('divide 3 702 parameters so that none is lost and none is there twice', () => {
    const names = Array.from(
      { length: 3_702 },
      (_, index) => `${String((index % 75) + 1).padStart(2, '0')}_WP_X${index}`,
    );
    const groups = groupsOf(names.map((name) => parameter(name)));
    expect(groups).toHaveLength(75);
    expect(new Set(groups.flatMap((group) => group.parameters.map((each) => each.parameter)))).toEqual(new Set(names));
  });

  it('put a number and its unit into one row', () => {
    const rows = rowsOf([
      parameter('DELAY_UNIT', { value_list: ['S', 'M'] }),
      parameter('OTHER'),
      parameter('DELAY_VALUE'),
      parameter('LONE_VALUE'),
    ]);
    expect(rows.map((row) => row.kind)).toEqual(['unit', 'one', 'one']);
  });
});

describe('parameters that depend on each other', () => {
  const low = parameter('TEMPERATURE_MINIMUM', { value: 5 });
  const high = parameter('TEMPERATURE_MAXIMUM', { value: 30 });

  it('are in conflict when a lower bound is above its upper one, with unsaved changes applied', () => {
    expect(conflictsOf([low, high], new Map())).toEqual([]);
    const draft = new Map([['TEMPERATURE_MINIMUM', { ok: true, value: 31 }]] as const);
    expect(conflictsOf([low, high], draft)).toEqual([{ low, high }]);
  });

  it('finds the switch that a setting counts under', () => {
    const on = parameter('ALARM_ENABLED', { type: 'BOOL' });
    const delay = parameter('ALARM_DELAY');
    const nearer = parameter('ALARM_SOUND_ON_OFF', { type: 'BOOL' });
    const sound = parameter('ALARM_SOUND_LEVEL');
    const switches = switchesOf([delay, sound, on, nearer, low]);
    expect([...switches]).toEqual([
      ['ALARM_DELAY', on],
      ['ALARM_SOUND_LEVEL', nearer],
      ['ALARM_SOUND_ON_OFF', on],
    ]);
  });
});

describe('a form of 3 702 parameters', () => {
  const many = Array.from({ length: 3_702 }, (_, index) =>
    index < 50 ? parameter(`LAMP${index}_ENABLED`, { type: 'BOOL' }) : parameter(`LAMP${index % 50}_SETTING_${index}`),
  );

  it('reads each parameter a few times, not once for each other one', () => {
    let looks = 0;
    const watched = many.map(
      (each) =>
        new Proxy(each, {
          get(target, name) {
            looks += 1;
            return Reflect.get(target, name);
          },
        }),
    );
    expect(switchesOf(watched).size).toBe(3_652);
    groupsOf(watched);
    rowsOf(watched);
    conflictsOf(watched, new Map());
    expect(looks).toBeLessThan(30 * many.length);
  });

  it('opens its first group, or the groups with search results until they fill the page', () => {
    const groups = ['A', 'B', 'C'].map((id) => ({
      id,
      word: id,
      schedule: id === 'A',
      parameters: many.slice(0, 50),
    }));
    const [schedule, ...others] = groups;
    expect([...openAtFirst([...others, schedule!], false)]).toEqual(['B']);
    expect([...openAtFirst(groups, true)]).toEqual(['A', 'B']);
    expect([...openAtFirst([{ ...groups[1]!, parameters: many.slice(0, 9) }, groups[2]!], false)]).toEqual(['B']);
  });
});

describe('the search in a form', () => {
  it('finds names, labels and options', () => {
    const mode = parameter('MODE', { value_list: ['X'], value_translations: { X: 'Sommer' } });
    const other = parameter('TEMPERATURE_OFFSET');
    expect(found([mode, other], 'sommer')).toEqual([mode]);
    expect(found([mode, other], 'temperature off')).toEqual([other]);
  });
});
