import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWireWorld, type WireWorld } from './wire/driver.js';
import { isOperation, type WriteRow } from './wire/row.js';
import { HOUSE_ROWS } from './wire/rows.js';
import { REFUSED_ROWS } from './wire/rows-refused.js';
import { withNothingMeant, withWrongTypes } from './wire/spoil.js';
import { truthOf } from './wire/truth.js';

/** What a request answers that means nothing, and one of which a member has a wrong type. */
const MISSING = [404, 'not_found'];
const WRONG = [400, 422, 'bad_request', 404, 'not_found'];

describe('a write that is refused', () => {
  let wire: WireWorld;
  let before: string;
  beforeAll(async () => {
    wire = await startWireWorld();
    before = truthOf(wire.world.simulator.house);
  });
  afterAll(() => wire.close());

  const asked = async ({ ask }: WriteRow) =>
    typeof ask === 'function' ? await ask(wire.world.simulator.house, wire.world) : ask;
  /** Compared as a truth and not as texts: the difference of two whole houses says nothing. */
  function unchanged(): void {
    const now = truthOf(wire.world.simulator.house);
    const same = now === before;
    before = now;
    expect(same).toBe(true);
  }
  const codeOf = (of: string, error: { readonly status?: number; readonly code?: string } | undefined) =>
    isOperation(of) ? error?.status : error?.code;

  const first = HOUSE_ROWS.filter((row, index) => HOUSE_ROWS.findIndex(({ of }) => of === row.of) === index);

  it.each(first)('$of changes nothing for an unknown object', async (row) => {
    for (const { where, ask } of withNothingMeant(row.of, await asked(row))) {
      const { error, writes } = await wire.tried({ ...row, ask });
      expect([where, codeOf(row.of, error)]).toEqual([where, expect.toBeOneOf(MISSING)]);
      expect([where, writes]).toEqual([where, []]);
    }
    unchanged();
  });

  it.each(HOUSE_ROWS)('$of changes nothing for a member of a wrong type: $title', async (row) => {
    for (const { where, ask } of withWrongTypes(await asked(row))) {
      const { error, writes } = await wire.tried({ ...row, ask });
      expect([where, codeOf(row.of, error)]).toEqual([where, expect.toBeOneOf(WRONG)]);
      if (error?.status === 400 || error?.status === 422) {
        expect([where, error.errors]).toEqual([
          where,
          expect.arrayContaining([expect.objectContaining({ reason: expect.any(String) })]),
        ]);
      }
      expect([where, writes]).toEqual([where, []]);
    }
    unchanged();
  });

  it.each(REFUSED_ROWS)('$of $title', async (row) => {
    await wire.refuse(row);
    unchanged();
  });

  it('causes no event and no entry', async () => {
    expect(await wire.quiet()).toEqual([]);
  });
});
