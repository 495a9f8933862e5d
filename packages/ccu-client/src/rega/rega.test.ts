import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWireError, outsideLatin9 } from '../wire/codecs/index.js';
import { encodeScriptError } from './language/output.js';
import { readScriptHeader } from './language/script.js';
import { REGA_SCRIPTS } from './scripts/index.js';

const EMPTY = {};

/** Arguments of every script. */
const everything: Readonly<Record<string, unknown>> = {
  ...{ kind: 'rooms', name: 'n', id: 1, ids: [1], address: 'A', channelAddress: 'A:1', interfaceName: 'HmIP-RF' },
  ...{
    from: 0,
    count: 1,
    seconds: 60,
    run: 'a1',
    job: 'backup',
    point: 'X.A:1.P',
    checkConditions: true,
    active: true,
    value: 'v',
    type: 'ALARM',
  },
  ...{ description: 'd', unit: 'u', min: 0, max: 1, valueList: ['a'], valueName0: '0', valueName1: '1' },
  ...{ longitude: 1, latitude: 1, change: { name: 'm', visible: true, logged: true, channelAddress: 'A:1' } },
};

/** How many cells a row has, told by what the other side writes of one that is empty. */
function columnsOf(encode: (rows: readonly unknown[]) => string): number {
  const row = new Proxy({}, { get: (_, column) => (column === 'channelAddresses' ? [] : '') });
  return encode([row]).split('\n')[0]!.split('\t').length;
}

describe('scripts of the CCU', () => {
  it('name themselves and their arguments in a header that reads back', () => {
    const args = { address: 'LEQ1:1', name: 'Tür "*/\\ !\' } Küche' };
    const source = REGA_SCRIPTS.rename.source(args);
    expect(readScriptHeader(source)).toEqual({ name: 'rename', version: 2, args });
    expect(readScriptHeader('Write("x");')).toBeUndefined();
    expect(readScriptHeader('! ccu-gateway:x:1\n! args: %ZZ')).toBeUndefined();
  });

  it('carry their name under the same key and end with their marker', () => {
    for (const [key, script] of Object.entries(REGA_SCRIPTS)) expect(script.name).toBe(key);
    expect(REGA_SCRIPTS.names.source(EMPTY).trimEnd().endsWith('Write("@end names\\n");')).toBe(true);
  });

  it('let no text escape from its literal', () => {
    const printable = fc
      .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
      .filter((text) => !text.includes('\u007f') && outsideLatin9(text) === undefined);
    fc.assert(
      fc.property(printable, (text) => {
        const reference = REGA_SCRIPTS.rename.source({ address: 'A', name: 'n' }).split('\n');
        const source = REGA_SCRIPTS.rename.source({ address: 'A', name: text }).split('\n');
        expect(source).toHaveLength(reference.length);
        const differing = source.filter((line, i) => i !== 1 && line !== reference[i]);
        for (const line of differing)
          expect(line).toMatch(/^string sName = "[A-Za-z0-9_.%-]*"; sName = sName.UriDecode\(\);$/);
        expect(source[1]).toMatch(/^! args: [\x21-\x7e]*$/);
      }),
    );
  });

  it('take several lines, and refuse control characters, strangers to the CCU, ids that are none and numbers out of range', () => {
    expect(() => REGA_SCRIPTS.rename.source({ address: 'A', name: 'a\u0000b' })).toThrow('control characters');
    expect(() => REGA_SCRIPTS.variable_set.source({ name: 'x', value: 'a😀' })).toThrow('contains "😀"');
    expect(REGA_SCRIPTS.variable_set.source({ name: 'x', value: 'a\r\n\tb €' })).toContain('"a%0D%0A%09b%20%A4"');
    expect(() => REGA_SCRIPTS.program_run.source({ id: 1.5, checkConditions: false })).toThrow('whole number');
    expect(() => REGA_SCRIPTS.group_assign.source({ kind: 'rooms', channelAddress: 'A', ids: [-1] })).toThrow(
      'whole number',
    );
    expect(() => REGA_SCRIPTS.position.source({ longitude: Number.NaN, latitude: 0 })).toThrow('out of range');
  });

  it('call only known methods of CCUs, because one unknown name ends a script in silence', () => {
    const known = [
      ...['system.Exec', 'system.Save', 'system.Longitude', 'system.Latitude', 'system.Date'],
      ...['dom.GetObject', 'dom.CreateObject', 'dom.DeleteObject', 'dom.RTUpdate'],
      ...['ID', 'Name', 'IsTypeOf', 'Get', 'Add', 'Remove', 'Count', 'EnumIDs', 'EnumUsedIDs', 'EnumInfo', 'EnumType'],
      ...['Address', 'HssType', 'Interface', 'ReadyConfig', 'Channels', 'Device', 'DPs', 'Channel', 'Operations'],
      ...['Value', 'ValueType', 'ValueSubType', 'ValueUnit', 'ValueMin', 'ValueMax', 'ValueList', 'ValueName0'],
      ...['ValueName1', 'State', 'Timestamp', 'LastTimestamp', 'DPInfo', 'DPArchive', 'Internal', 'Visible'],
      ...['AlState', 'AlType', 'AlCounter', 'AlTriggerDP', 'AlOccurrenceTime', 'AlReceipt', 'AlArm'],
      ...['AlSetBinaryCondition', 'UserLevel', 'UserFirstName', 'UserLastName', 'DevStartComTest'],
      'LastTestCompletedTime',
      ...[
        'Unerasable',
        'PrgInfo',
        'Active',
        'ProgramExecute',
        'ProgramLastExecuteTime',
        'Rule',
        'RuleSubRule',
        'RuleConditions',
      ],
      ...['RuleCondition', 'RuleDestination', 'CndSingleCount', 'CndSingleCondition', 'LeftVal', 'RightVal1'],
      ...['RightVal1ValType', 'DestSingleCount', 'DestSingleDestination', 'DestinationDP'],
      ...['ToString', 'ToInteger', 'ToTime', 'UriEncode', 'UriDecode', 'Find', 'Substr', 'Length'],
    ];
    for (const script of Object.values(REGA_SCRIPTS)) {
      const lines = (script.source as (args: unknown) => string)(everything).split('\n').slice(2);
      const code = lines.join('\n').replaceAll(/"[^"]*"/g, '""');
      for (const [, owner, method] of code.matchAll(/(\w*)\)?\.(\w+)\(/g)) {
        const name = owner === 'system' || owner === 'dom' ? `${owner}.${method}` : method;
        expect(known, `${script.name} calls ${name}`).toContain(name);
      }
    }
  });

  it('write as many cells in a line as their output has columns', () => {
    for (const script of Object.values(REGA_SCRIPTS)) {
      const cells = columnsOf(script.encode as (rows: readonly unknown[]) => string);
      const written = (script.source as (args: unknown) => string)(everything)
        .split('\n')
        .slice(2)
        .flatMap((line) => [...line.matchAll(/\bWrite\((.*?)\);/g)].map(([, text = '']) => text))
        .filter((text) => !text.includes('@') && (text.includes('\\t') || text.includes('\\n')));
      expect(written.length, script.name).toBeGreaterThan(0);
      for (const text of written.filter((each) => each !== '"\\n"')) {
        expect(text.split('\\t').length, `${script.name}: ${text}`).toBe(cells);
      }
    }
  });

  it('stay pure ASCII for any arguments', () => {
    const source = REGA_SCRIPTS.variable_create.source({
      name: 'Außen',
      type: 'ENUM',
      valueList: ['grün', 'rot'],
      min: 0.1,
      channelAddress: 'LEQ:1',
      description: '"; system.Exec("x"); !',
    });
    expect(source).toMatch(/^[\n\x20-\x7e]*$/);
    expect(source.split('\n').slice(2).join('\n')).not.toContain('system.Exec(');
  });
});

describe('script output', () => {
  it('is decoded as it was written', () => {
    const text = fc
      .string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) })
      .filter((each) => outsideLatin9(each) === undefined);
    const row = fc.record({
      point: text,
      value: fc.option(
        fc.oneof(
          text,
          fc.boolean(),
          fc.integer(),
          fc.integer().map((n) => n / 64 + 0),
        ),
        { nil: undefined },
      ),
      changedAt: fc.nat().map((seconds) => seconds * 1000),
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(REGA_SCRIPTS.values.decode(REGA_SCRIPTS.values.encode(rows))).toEqual({ kind: 'rows', rows });
      }),
    );
  });

  it('has the next page, or the refusal of the script', () => {
    expect(REGA_SCRIPTS.values.decode(REGA_SCRIPTS.values.encode([], { next: 60 }))).toEqual({
      kind: 'rows',
      rows: [],
      next: 60,
    });
    expect(REGA_SCRIPTS.rename.decode(encodeScriptError('rename', 'not_found'))).toEqual({
      kind: 'error',
      code: 'not_found',
    });
  });

  it('reads lists of addresses, levels, and numbers the CCU prints as nan', () => {
    expect(REGA_SCRIPTS.groups.decode('12\tK%FCche\t\tA:1 B:2 \n@end groups\n')).toEqual({
      kind: 'rows',
      rows: [{ id: 12, name: 'Küche', description: '', channelAddresses: ['A:1', 'B:2'] }],
    });
    expect(REGA_SCRIPTS.values.decode('X.A:1.LEVEL\t6:0.500000\t5\n@end values\n')).toEqual({
      kind: 'rows',
      rows: [{ point: 'X.A:1.LEVEL', value: 0.5, changedAt: 5000 }],
    });
    expect(REGA_SCRIPTS.values.decode('X.A:1.P\t4:nan\t5\n@end values\n')).toEqual({
      kind: 'rows',
      rows: [{ point: 'X.A:1.P', value: undefined, changedAt: 5000 }],
    });
  });

  it('without its end marker is refused, because the CCU stops silently at errors', () => {
    expect(() => REGA_SCRIPTS.names.decode('D\t1\tA\tn\tHmIP-RF\n')).toThrow('ended before its end');
  });

  it('of any other kind is a WireError', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          REGA_SCRIPTS.variables.decode(`${text}\n@end variables`);
        } catch (error) {
          expect(isWireError(error)).toBe(true);
        }
      }),
    );
  });
});
