import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ParameterDescription, WireValue } from '../model/model.js';
import { readDeviceList, readParamsetDescription } from '../rpc/descriptions.js';
import { encodeXmlRpcCall } from '../wire/codecs/index.js';
import { coerce, limitsOf, outgoing, specialsOf } from './coerce.js';

const parameter = (description: Partial<ParameterDescription>): ParameterDescription => ({
  TYPE: 'FLOAT',
  OPERATIONS: 7,
  ...description,
});
const wire = (description: Partial<ParameterDescription>, value: WireValue) =>
  encodeXmlRpcCall('m', [outgoing(coerce('P', parameter(description), value))]).toString('latin1');

describe('the type of a value on the wire', () => {
  it('is chosen by the description and never by the shape of the number', () => {
    expect(wire({ TYPE: 'FLOAT' }, 21)).toContain('<double>21.000000</double>');
    expect(wire({ TYPE: 'INTEGER' }, 21.4)).toContain('<i4>21</i4>');
    expect(wire({ TYPE: 'INTEGER' }, '7')).toContain('<i4>7</i4>');
    expect(wire({ TYPE: 'BOOL' }, 1)).toContain('<boolean>1</boolean>');
    expect(wire({ TYPE: 'ACTION' }, true)).toContain('<boolean>1</boolean>');
    expect(wire({ TYPE: 'STRING' }, '')).toContain('<string></string>');
    expect(wire({ TYPE: '' }, 5)).toContain('<string>5</string>');
    expect(wire({ TYPE: 'ENUM', VALUE_LIST: ['CLOSED', '', 'OPEN'] }, 'OPEN')).toContain('<i4>2</i4>');
  });

  it('refuses a value that a CCU would clamp, default or ignore without an error', () => {
    const refusals: readonly (readonly [Partial<ParameterDescription>, WireValue])[] = [
      [{ OPERATIONS: 5 }, 1],
      [{ MIN: 0, MAX: 1 }, 1.01],
      [{ MIN: '4.5', MAX: '30.5' }, 31],
      [{ TYPE: 'ENUM', VALUE_LIST: ['A', 'B'] }, 2],
      [{ TYPE: 'ENUM', VALUE_LIST: ['A', 'B'] }, 'C'],
      [{ TYPE: 'ENUM', VALUE_LIST: ['A', ''] }, ''],
      [{ TYPE: 'BOOL' }, 2],
      [{ TYPE: 'FLOAT' }, 'warm'],
      [{ TYPE: 'FLOAT' }, Number.NaN],
      [{ TYPE: 'STRING' }, '€'],
      [{ TYPE: 'STRING' }, 5],
      [{ TYPE: 'INTEGER' }, [1]],
    ];
    for (const [description, value] of refusals) {
      expect(() => coerce('P', parameter(description), value), JSON.stringify([description, value])).toThrow(/^P /);
    }
  });

  it('accepts special values outside the limits, from the wire and from dumps', () => {
    expect(coerce('P', parameter({ MIN: 0, MAX: 1, SPECIAL: [{ ID: 'OLD_LEVEL', VALUE: 1.005 }] }), 1.005).value).toBe(
      1.005,
    );
    expect(coerce('P', parameter({ MIN: 0, MAX: 1, SPECIAL: { LOCKED: -0.005 } }), -0.005).value).toBe(-0.005);
  });

  it('takes a duration that is not used, which no description allows', () => {
    const described = { TYPE: 'INTEGER', OPERATIONS: 2, MIN: 0, MAX: 16_343 } as const;
    expect(coerce('DURATION_VALUE', described, 111_600)).toEqual({ type: 'i4', value: 111_600 });
    expect(() => coerce('DURATION_VALUE', described, 16_344)).toThrow('takes 0 to 16343');
    expect(() => coerce('RAMP_TIME_VALUE', described, 111_600)).toThrow('takes 0 to 16343');
  });

  it('takes equal limits as none', () => {
    expect(coerce('P', parameter({ MIN: 0, MAX: 0 }), 21).value).toBe(21);
  });
});

const data = process.env.CCU_GATEWAY_CCU_DATA ?? '';
const types = existsSync(data)
  ? readdirSync(join(data, 'device_descriptions')).filter((file) => file.endsWith('.json'))
  : [];
const json = (folder: string, file: string) => JSON.parse(readFileSync(join(data, folder, file), 'utf8'));

if (types.length === 0) {
  it.skip('real device types (set CCU_GATEWAY_CCU_DATA to the folder with their descriptions)', () => undefined);
} else {
  describe('real device types', () => {
    it('are all there', () => {
      expect(types).toHaveLength(73);
    });

    it.each(types)(
      '%s: every description loads, every writable parameter takes its described values and nothing else',
      (file) => {
        const devices = readDeviceList(json('device_descriptions', file));
        expect(devices.length).toBe(json('device_descriptions', file).length);
        const paramsets = json('paramset_descriptions', file) as Record<string, Record<string, WireValue>>;
        for (const [address, sets] of Object.entries(paramsets)) {
          for (const [key, raw] of Object.entries(sets)) {
            const description = readParamsetDescription(raw);
            for (const [name, described] of Object.entries(description)) {
              if ((described.OPERATIONS & 2) === 0) continue;
              expect(probe(name, described), `${address} ${key} ${name}`).toEqual([]);
            }
          }
        }
      },
    );
  });
}

/** Returns the faults of this parameter: values that should be taken and were not, and the other way round. */
function probe(name: string, described: ParameterDescription): readonly string[] {
  const wrong: string[] = [];
  const takes = (value: WireValue) => {
    try {
      coerce(name, described, value);
      return true;
    } catch {
      return false;
    }
  };
  const must = (value: WireValue, expected: boolean) => {
    if (takes(value) !== expected) wrong.push(`${JSON.stringify(value)} ${expected ? 'was refused' : 'was taken'}`);
  };
  const { min, max } = limitsOf(described);
  switch (described.TYPE) {
    case 'BOOL':
    case 'ACTION':
      must(true, true);
      must(false, true);
      must('maybe', false);
      break;
    case 'INTEGER':
    case 'FLOAT': {
      const step = described.TYPE === 'INTEGER' ? 1 : 0.5;
      const specials = specialsOf(described);
      if (min !== undefined) must(min, true);
      if (max !== undefined) must(max, true);
      for (const special of specials) must(special, true);
      if (min !== undefined && !specials.includes(min - step)) must(min - step, false);
      if (max !== undefined && !specials.includes(max + step)) must(max + step, false);
      must('much', false);
      break;
    }
    case 'ENUM': {
      const names = described.VALUE_LIST ?? [];
      names.forEach((option, i) => {
        must(i, true);
        if (option !== '' && names.indexOf(option) === i) must(option, true);
      });
      if (names.length > 0) must(names.length, false);
      must(-1, false);
      break;
    }
    default:
      must('text', true);
  }
  return wrong;
}
