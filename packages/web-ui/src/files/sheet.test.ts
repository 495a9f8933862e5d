import { describe, expect, it } from 'vitest';
import { csvOf, jsonOf } from './sheet.js';

describe('the export', () => {
  const sheet = {
    columns: ['Name', 'Value'],
    rows: [
      ['=1+1', 2],
      ['a "b", c', undefined],
      ['x\ny', true],
    ],
  };

  it('quotes characters that would break a line and disarms formulas in CSV', () => {
    expect(csvOf(sheet)).toBe('\uFEFFName,Value\r\n\'=1+1,2\r\n"a ""b"", c",\r\n"x\ny",true\r\n');
  });

  it('leaves names as they are in JSON', () => {
    expect(JSON.parse(jsonOf(sheet))[0]).toEqual({ Name: '=1+1', Value: 2 });
  });
});
