import { describe, expect, it } from 'vitest';
import { CcuError, type CcuErrorCode, type CcuErrorDetails } from '../model/errors.js';
import { createReGaRunner } from './runner.js';
import { REGA_SCRIPTS } from './scripts/index.js';

/** A CCU whose JSON-RPC fails like this, and whose script server would answer. */
function failing(code: CcuErrorCode, details: CcuErrorDetails = {}, script: 'program_run' | 'users' = 'program_run') {
  const direct: string[] = [];
  const runner = createReGaRunner({
    session: { call: () => Promise.reject(new CcuError(code, 'so', details)), isSilent: () => false },
    withoutScripts: {},
    scriptPort: {
      rest() {},
      async run(source: string) {
        direct.push(source.split('\n', 1)[0] ?? '');
        return REGA_SCRIPTS.program_run.encode([{ executed: true }]);
      },
    },
    now: () => 0,
  } as unknown as Parameters<typeof createReGaRunner>[0]);
  const run = (
    script === 'users' ? runner.run(script, {}) : runner.run(script, { id: 1, checkConditions: false })
  ).then(
    (rows: unknown) => rows,
    (error: unknown) => error,
  );
  return { direct, run };
}

describe('a script', () => {
  it.each([
    ['timeout', {}],
    ['protocol', {}],
    ['unreachable', { mayHaveRun: true }],
    ['closed', {}],
  ] as const)('that may have run, or whose client is closed, is not run again (%s)', async (code, details) => {
    const { direct, run } = failing(code, details);
    expect(await run).toMatchObject({ code });
    expect(direct).toEqual([]);
  });

  it('that only reads leaves nothing open', async () => {
    const broken = { mayHaveRun: true };
    expect(await failing('unreachable', broken).run).toMatchObject(broken);
    expect(await failing('unreachable', broken, 'users').run).toMatchObject({ code: 'unreachable', mayHaveRun: false });
  });

  it.each(['unreachable', 'too_many_sessions'] as const)(
    'that did not run is given to the script server (%s)',
    async (code) => {
      const { direct, run } = failing(code);
      expect(await run).toEqual([{ executed: true }]);
      expect(direct).toEqual(['! ccu-gateway:program_run:1']);
    },
  );
});
