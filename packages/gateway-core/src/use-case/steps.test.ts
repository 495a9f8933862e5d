import { describe, expect, it } from 'vitest';
import { GatewayError } from './errors.js';
import { appliedBefore, inOrder, type Step } from './steps.js';

const refused = new GatewayError('upstream_unavailable', 'the CCU refused', {
  reason: 'fault',
  members: { fault_code: -1 },
});

function steps(...outcomes: readonly (readonly [what: string, error?: unknown])[]) {
  const ran: string[] = [];
  const list = outcomes.map(
    ([what, error]): Step => ({
      what,
      async run() {
        ran.push(what);
        if (error !== undefined) throw error;
      },
    }),
  );
  return { ran, list };
}

const failure = (list: readonly Step[]) =>
  inOrder(list).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('several steps', () => {
  it('are done in order', async () => {
    const { ran, list } = steps(['a'], ['b']);
    expect(await failure(list)).toBeUndefined();
    expect(ran).toEqual(['a', 'b']);
  });

  it('end with the first refusal, which lists the steps done before it and keeps its own members', async () => {
    const { ran, list } = steps(['a'], ['b'], ['c', refused], ['d']);
    const error = await failure(list);
    expect(ran).toEqual(['a', 'b', 'c']);
    expect(error).toMatchObject({
      code: 'upstream_unavailable',
      message: 'the CCU refused. Done before: a, b',
      details: { reason: 'fault', members: { fault_code: -1, applied: ['a', 'b'] } },
    });
  });

  it('say nothing more when the first of them is refused, or when it was no refusal', async () => {
    expect(await failure(steps(['a', refused], ['b']).list)).toBe(refused);
    const bug = new TypeError('x');
    expect(await failure(steps(['a'], ['b', bug]).list)).toBe(bug);
    expect(appliedBefore(bug)).toEqual([]);
  });

  it('may have steps of their own: all completed ones are reported', async () => {
    const inner = steps(['b1'], ['b2', refused]);
    const error = await failure([...steps(['a']).list, { what: 'b', run: () => inOrder(inner.list) }]);
    expect(appliedBefore(error)).toEqual(['a', 'b1']);
  });
});
