import { afterEach, expect, it } from 'vitest';
import { csvHead, csvLines } from './csv.js';
import { influxLines } from './influx.js';
import type { ExportRow } from './rows.js';

const AT = Date.UTC(2026, 6, 1, 12);
const LABEL = { central: 'home', device: '0001D3C99C0001', channel: 1, parameter: 'LEVEL', name: 'Lamp', unit: '%' };
const row = (more: Partial<ExportRow> = {}): ExportRow => ({ label: LABEL, at: AT, value: 0.5, ...more });

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it.each([
  ['Europe/Berlin', '2026-07-01T14:00:00.000+02:00'],
  ['America/St_Johns', '2026-07-01T09:30:00.000-02:30'],
  ['UTC', '2026-07-01T12:00:00.000+00:00'],
])('a line of CSV has the local time of %s with its offset', (name, time) => {
  process.env.TZ = name;
  expect(csvLines([row()])).toBe(`${time},${AT},home,0001D3C99C0001,1,LEVEL,Lamp,%,0.5\r\n`);
});

it('a name that a spreadsheet would calculate becomes text, and one with separators is quoted', () => {
  const names = ['=HYPERLINK("x")', '+1', '-1', '@a', '\tx', 'a,b', 'line\nbreak', 'Küche'];
  const lines = names.map((name) => csvLines([row({ label: { ...LABEL, name } })]));
  expect(lines.map((line) => line.split('LEVEL,')[1]?.split(',%')[0])).toEqual([
    '"\'=HYPERLINK(""x"")"',
    "'+1",
    "'-1",
    "'@a",
    "'\tx",
    '"a,b"',
    '"line\nbreak"',
    'Küche',
  ]);
  expect(csvLines([row({ value: -1 })])).toContain(',-1\r\n');
});

it('an hour has as many cells as the head', () => {
  const part = { from: AT, to: AT + 1, count: 2, covered: 1, last: 2, min: 1, max: 2, mean: 1.5, sum: 3 };
  const hour = { label: LABEL, at: AT, part: { ...part, increments: 0, resets: 0 } };
  const [head, line] = [csvHead('hours'), csvLines([hour])].map((text) => text.trimEnd().split(','));
  expect(line).toHaveLength(head?.length ?? 0);
  expect(influxLines([hour], 'hours')).toBe(
    `homematic_hours,central=home,channel=1,device=0001D3C99C0001,parameter=LEVEL,unit=% ` +
      `last=2,min=1,max=2,mean=1.5,sum=3,increments=0,count=2i,resets=0i,covered_ms=1i ${AT}000000\n`,
  );
});

it('line protocol escapes its separators, and has no line for an unknown value', () => {
  const label = { ...LABEL, central: 'my home,1', device: 'a=b\\', unit: 'a\nb' };
  expect(influxLines([row({ label })], 'values')).toBe(
    `homematic,central=my\\ home\\,1,channel=1,device=a\\=b_,parameter=LEVEL,unit=a_b value=0.5 ${AT}000000\n`,
  );
  const { value: _, ...unknown } = row();
  expect(influxLines([unknown], 'values')).toBe('');
});
