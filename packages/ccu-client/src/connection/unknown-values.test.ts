import { describe, expect, it } from 'vitest';
import { createBulkValues, createKnownValues, createReadValues, type LoadedValue } from './value-loader.js';

const never = new AbortController().signal;

/** A logic layer that answers with these rows. */
function bulk(rows: readonly object[], known = createKnownValues()) {
  const published: LoadedValue[] = [];
  const loader = createBulkValues({
    central: 'home',
    interfaceName: 'HmIP-RF',
    now: () => 0,
    // Only the one script is run.
    rega: { run: async () => rows } as never,
    isHeard: known.isHeard,
    publish: (values) => published.push(...values),
  });
  return { loader, published };
}

describe('a value that the logic layer does not know', () => {
  const row = { point: 'HmIP-RF.000A1BE9A00001:3.LEVEL', value: undefined, changedAt: 0 };

  it('is published as none', async () => {
    const { loader, published } = bulk([row]);
    await loader.load(never);
    expect(published).toEqual([{ channelAddress: '000A1BE9A00001:3', parameter: 'LEVEL', value: null }]);
  });

  it('counts for nothing where an event carried one since the registration', async () => {
    const known = createKnownValues();
    known.heard('000A1BE9A00001:3', 'LEVEL', 0.5);
    const { loader, published } = bulk([row], known);
    await loader.load(never);
    expect(published).toEqual([]);
    known.renew();
    await loader.load(never);
    expect(published).toHaveLength(1);
  });

  it('is no value that a write could be the same as', () => {
    const known = createKnownValues();
    known.set('A:1', 'LEVEL', 1);
    known.set('A:1', 'LEVEL', null);
    expect(known.get('A:1', 'LEVEL')).toBeUndefined();
  });
});

describe('a paramset that was read', () => {
  it('gives no value for a described member that is missing', async () => {
    const published: LoadedValue[] = [];
    const loader = createReadValues({
      rpc: { call: async () => ({ STATE: true, ODD: {} }) } as never,
      channels: () => [{ ADDRESS: 'A:1', TYPE: 'SWITCH', PARAMSETS: ['VALUES'] }],
      readable: () => ['STATE', 'POWER', 'ODD'],
      now: () => 0,
      publish: (values) => published.push(...values),
    });
    await loader.load(never);
    expect(published).toEqual([
      { channelAddress: 'A:1', parameter: 'STATE', value: true },
      { channelAddress: 'A:1', parameter: 'POWER', value: null },
    ]);
  });
});
