import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistorySample } from '../../ports/history.js';
import type { ImportOptions } from '../../ports/history-import.js';
import { readFile } from './intake.js';

const AT = Date.UTC(2026, 0, 31, 11);
const LEVEL = 'point/home/ABC/1/LEVEL';
const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const house = {
  dataPoint: ({ address, parameter }: { readonly address: string; readonly parameter: string }) =>
    address === 'ABC' ? { ok: true, value: { type: parameter === 'TEXT' ? 'STRING' : 'FLOAT' } } : missing(address),
  resolve: (address: string) => (address === 'ABC' ? { ok: true, value: { central: 'home' } } : missing(address)),
} as unknown as Parameters<typeof readFile>[2]['house'];
const missing = (address: string) => ({ ok: false, message: `no device ${address}` });

async function read(text: string, options: ImportOptions = {}, chunk = 7) {
  const samples: HistorySample[] = [];
  async function* content() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const intake = await readFile(content(), options, {
    house,
    now: () => AT + 1e9,
    take: async (more) => void samples.push(...more),
    progress: () => {},
  });
  return { ...intake, samples };
}

describe('the export of the database of CCU-Historian', () => {
  const FILE = [
    '"BidCos-RF","ABC:1","LEVEL",7,"D_BIDCOS_RF_ABC_1_LEVEL",0,"Licht, innen",,',
    '2026-01-31 12:00:00.000,0.5,2',
    '2026-01-31 12:00:01.500,1,2',
    '2026-01-31 12:00:02.000,,2',
    '',
    '"SysVar","950","Value",8,"D_SYSVAR_950_VALUE",0,,,',
    '2026-01-31 12:00:00.000,1.0,2',
    '',
    '1,2',
    '"1.BidCos-RF","GONE:2","STATE",9,"T",0,,,',
    '2026-01-31 12:00:00.000,"true",2',
  ].join('\r\n');

  it('is recognised; local times, and lines that cannot be read by number and reason', async () => {
    const { format, samples, lines, values, refused, refusals, series } = await read(FILE);
    expect([format, lines, values]).toEqual(['historian', 11, 2]);
    expect(samples).toEqual([
      { series: LEVEL, at: AT, value: 0.5 },
      { series: LEVEL, at: AT + 1_500, value: 1 },
    ]);
    expect(refusals).toEqual([
      { line: 4, reason: 'has no number as its value' },
      { line: 9, reason: 'is neither a data point nor a time with a value' },
    ]);
    expect(refused).toBe(2);
    const time = new Date(AT).toISOString();
    expect(series).toEqual([
      { point: 'SysVar.950.Value', values: 1, from: time, to: time, unknown: 'is no data point of a device' },
      { point: '1.BidCos-RF.GONE:2.STATE', values: 1, from: time, to: time, unknown: 'no device GONE' },
      { point: 'BidCos-RF.ABC:1.LEVEL', values: 2, from: time, to: new Date(AT + 1_500).toISOString() },
    ]);
  });

  it('is read the same in chunks of any size, also within a character', async () => {
    const umlaut = FILE.replace('innen', 'Küche');
    const all = await Promise.all([1, 3, 64, 10_000].map((chunk) => read(umlaut, {}, chunk)));
    for (const each of all) expect(each).toEqual(all[0]);
  });
});

describe('answers of CCU-Historian', () => {
  it('name their data point by the id of the request, one answer a line or several in a list', async () => {
    const answer = (id: string | null, values: readonly unknown[]) =>
      JSON.stringify({ id, result: { timestamps: values.map((_, index) => AT + index), values, states: [] } });
    const text = [
      answer('BidCos-RF.ABC:1.LEVEL', [1, true, null]),
      `[${answer('ABC:1:LEVEL', [7])}]`,
      answer(null, [1]),
      answer('ABC:1:LEVEL', ['warm']),
      '{"id":1,"error":{"code":-32000}}',
      '{',
    ].join('\n');
    const { format, samples, refusals } = await read(text);
    expect([format, samples.map(({ value }) => value)]).toEqual(['json', [1, 1, 7]]);
    expect(refusals.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
    expect((await read(answer(null, [1]), { point: 'ABC:1:LEVEL' })).values).toBe(1);
  });
});

describe('line protocol', () => {
  it('has its data point in tags, and times of any unit', async () => {
    const text = [
      '# a comment',
      `homematic,central=my\\ home,channel=1,device=ABC,parameter=LEVEL value=0.5 ${AT}000000`,
      `LEVEL,device=ABC:1,name=a\\,b value=1i ${AT}`,
      `any,point=ABC:1:LEVEL note="a b, c",value=t ${AT / 1_000}`,
      `any,device=ABC value=2 ${AT}`,
      `any value=2 ${AT}`,
      `any,point=ABC:1:LEVEL other=2 ${AT}`,
      'any,point=ABC:1:LEVEL value=2',
    ].join('\n');
    const { format, samples, refusals, series } = await read(text, { format: 'influx' });
    expect(format).toBe('influx');
    expect(samples).toEqual([0.5, 1, 1].map((value) => ({ series: LEVEL, at: AT, value })));
    expect(refusals.map(({ line }) => line)).toEqual([6, 7, 8]);
    expect(series[0]).toMatchObject({ point: 'ABC:any', unknown: 'is no data point of a device' });
    expect((await read(text.split('\n').slice(1).join('\n'))).format).toBe('influx');
  });
});

describe('a table', () => {
  it.each([
    [
      'its own columns',
      'time,epoch_ms,central,device,channel,parameter,name,unit,value',
      `x,${AT},home,ABC,1,LEVEL,"a,b",,0.5`,
      {},
    ],
    ['semicolons and a decimal comma', 'Zeit;Wert;point', '31.01.2026 12:00:00;0,5;ABC:1:LEVEL', {}],
    [
      'named columns',
      'When\tHow much\tWhere',
      '2026-01-31T12:00:00+01:00\t0.5\tABC:1.LEVEL',
      { columns: { time: 'when', value: 'How much', point: 'Where' } },
    ],
    ['one data point', 'time,value', '2026-01-31T11:00Z,0.5', { point: 'ABC:1:LEVEL' }],
  ])('is read with %s', async (_, head, line, options) => {
    const { format, samples, refusals } = await read(`\uFEFF${head}\n${line}\n`, options as ImportOptions);
    expect([format, samples, refusals]).toEqual(['csv', [{ series: LEVEL, at: AT, value: 0.5 }], []]);
  });

  it.each([
    ['time_column', 'when,value', {}],
    ['value_column', 'time,how much', {}],
    ['point_column', 'time,value', {}],
    ['value_column', 'time,value', { columns: { value: 'absent' }, point: 'ABC:1:LEVEL' }],
  ])('without a needed column is refused as a whole and names %s', async (field, head, options) => {
    await expect(read(`${head}\n1,2\n`, options)).rejects.toMatchObject({
      code: 'validation',
      details: { errors: [{ field }] },
    });
  });

  it('loses only the lines that cannot be read, whatever they contain', async () => {
    const lines = [
      '"open,1,ABC:1:LEVEL',
      'yesterday,1,ABC:1:LEVEL',
      '31.02.2026 12:00,1,ABC:1:LEVEL',
      `${AT},NaN,ABC:1:LEVEL`,
    ];
    const more = [
      `${AT},Infinity,ABC:1:LEVEL`,
      `${AT},1`,
      '1999-01-01 00:00,1,ABC:1:LEVEL',
      '2200-01-01 00:00,1,ABC:1:LEVEL',
    ];
    const { samples, refusals } = await read(
      ['time,value,point', ...lines, ...more, `${AT},1,ABC:1:TEXT`, `${AT},3,ABC:1:LEVEL`].join('\n'),
    );
    expect(samples.map(({ value }) => value)).toEqual([3]);
    expect(refusals.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('with many refused lines shows the first ones and counts all', async () => {
    const { refused, refusals } = await read(`time,value,point\n${'bad\n'.repeat(500)}`);
    expect([refused, refusals.length]).toEqual([500, 50]);
  });
});

it('a line that is longer than allowed costs only itself', async () => {
  const long = `${AT},${'1'.repeat(17 * 2 ** 20)},ABC:1:LEVEL`;
  const { samples, refusals } = await read(`time,value,point\n${long}\n${AT},3,ABC:1:LEVEL`, {}, 2 ** 20);
  expect([samples.length, refusals]).toEqual([1, [{ line: 2, reason: 'is too long' }]]);
});
