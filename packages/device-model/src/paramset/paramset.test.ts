import { describe, expect, it } from 'vitest';
import { contractSchemas, hasContract } from '../../test/contract.js';
import { NOON, parameter, readyHouse } from '../../test/house.js';
import { hasData, realHouse, realTypes } from '../../test/real-devices.js';

const ADDRESS = '0001D3C99C0021';
const { house } = readyHouse({
  specs: [
    {
      address: ADDRESS,
      type: 'HmIP-TEST',
      channels: [
        { type: 'MAINTENANCE' },
        {
          type: 'SWITCH_VIRTUAL_RECEIVER',
          master: {
            LATER: parameter('BOOL', 3, { TAB_ORDER: 2 }),
            SOONER: parameter('FLOAT', 3, { TAB_ORDER: 1, MIN: 0, MAX: 10, SPECIAL: [{ ID: 'NEVER', VALUE: 99 }] }),
            READING: parameter('INTEGER', 1),
          },
        },
      ],
    },
  ],
});
const at = { address: ADDRESS, channel: 1 };

describe('a paramset', () => {
  it('is described for a form, in the order of its maker', () => {
    expect(house.describeParamset({ address: `${ADDRESS}:1`, key: 'MASTER' })).toMatchObject({
      value: [
        { parameter: 'SOONER', label: 'Sooner', min: 0, max: 10, specials: [{ id: 'NEVER', value: 99 }] },
        { parameter: 'LATER', type: 'BOOL', operations: { read: true, write: true, event: false } },
        { parameter: 'READING' },
      ],
    });
    expect(house.describeParamset({ address: `${ADDRESS}:1`, key: 'LINK' })).toMatchObject({ what: 'paramset' });
    expect(house.describeParamset({ address: `${ADDRESS}:9`, key: 'MASTER' })).toMatchObject({ what: 'channel' });
    const link = { SHORT_ON_TIME: parameter('FLOAT', 3) };
    expect(house.describeParamset({ address: `${ADDRESS}:1`, key: 'LINK', description: link })).toMatchObject({
      value: [{ parameter: 'SHORT_ON_TIME' }],
    });
  });

  it('is exported and imported again', () => {
    const values = { SOONER: 3.5, LATER: true, READING: 7 };
    const file = house.exportConfiguration({ ...at, key: 'MASTER', values });
    if (!file.ok) throw new Error(file.message);
    expect(file.value).toMatchObject({
      version: '1.0',
      exported_at: new Date(NOON + 5000).toISOString(),
      model: 'HmIP-TEST',
      channel_type: 'SWITCH_VIRTUAL_RECEIVER',
      values,
    });
    if (hasContract) expect(contractSchemas()('ExportedConfiguration')(file.value)).toEqual([]);
    expect(house.planImport(at, JSON.parse(JSON.stringify(file.value)))).toMatchObject({
      ok: true,
      write: {
        address: `${ADDRESS}:1`,
        paramsetKey: 'MASTER',
        values: { SOONER: { type: 'double', value: 3.5 }, LATER: { type: 'boolean', value: true } },
      },
    });
    expect(house.planImport(at, { ...file.value, values: { SOONER: '3.5' } })).toMatchObject({ ok: true });
  });

  it.each([
    [null, ['version', 'paramset_key', 'values']],
    [{ version: '2.0', paramset_key: 'LINK', values: [] }, ['version', 'paramset_key', 'values']],
    [{ version: '1.0', paramset_key: 'MASTER', channel_type: 'KEY', values: { LATER: true } }, ['channel_type']],
    [{ version: '1.0', paramset_key: 'MASTER', model: 'HmIP-OTHER', values: { LATER: true } }, ['model']],
    [{ version: '1.0', paramset_key: 'MASTER', values: { SOONER: 11, OTHER: 1 } }, ['SOONER', 'OTHER']],
  ])('is not imported from %j', (file, fields) => {
    const planned = house.planImport(at, file);
    expect(planned).toMatchObject({ ok: false, code: 'validation' });
    expect(!planned.ok && 'errors' in planned && planned.errors.map((error) => error.field)).toEqual(fields);
  });

  it.skipIf(!hasData)('of every real type takes its own defaults (CCU_GATEWAY_CCU_DATA)', () => {
    const real = realHouse();
    let checked = 0;
    for (const type of realTypes()) {
      for (const [address, paramsets] of Object.entries(type.paramsets)) {
        if (Object.keys(paramsets.MASTER ?? {}).length === 0) continue;
        const described = real.describeParamset({ address, key: 'MASTER' });
        if (!described.ok) throw new Error(described.message);
        const writable = described.value.filter(
          (each) => each.operations.write && each.default !== undefined && each.type !== 'ACTION',
        );
        // Some defaults mean "not set" and lie outside the bounds; they are not for writing.
        const inside = writable.filter(
          (each) =>
            typeof each.default !== 'number' ||
            (each.default >= (each.min ?? each.default) && each.default <= (each.max ?? each.default)),
        );
        if (inside.length === 0) continue;
        const values = Object.fromEntries(inside.map((each) => [each.parameter, each.default]));
        expect(real.validateParamset({ address, key: 'MASTER', values }), `${type.model} ${address}`).toMatchObject({
          ok: true,
        });
        checked += inside.length;
      }
    }
    expect(checked).toBeGreaterThan(5000);
  });
});
