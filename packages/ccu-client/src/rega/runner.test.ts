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
  ] as const)('that may have run, or of a closed client, is not run again (%s)', async (code, details) => {
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

describe('a script that a server answers wrongly', () => {
  const LISTED = [{ kind: 'D', id: 1, address: '0001', name: 'Lampe', interfaceName: 'HmIP-RF' }];
  function answering(text: string, others: object) {
    return createReGaRunner({
      session: { call: async () => text, isSilent: () => false },
      withoutScripts: {
        run: async (name: string) =>
          (others as Readonly<Record<string, () => unknown>>)[name]?.() ??
          Promise.reject(new CcuError('unsupported', 'none')),
      },
      scriptPort: { rest() {}, run: () => Promise.reject(new CcuError('unreachable', 'none')) },
      now: () => 0,
    } as unknown as Parameters<typeof createReGaRunner>[0]);
  }

  it.each(['', 'Hello', '<html>not found</html>', REGA_SCRIPTS.names.encode([])])(
    'has its names from the list of devices (%j)',
    async (text) => {
      expect(await answering(text, { names: () => LISTED }).run('names', {})).toEqual(LISTED);
    },
  );

  it('fails as it did where there is no list, and is never done again in another way where it changes something', async () => {
    const failed = { code: 'script_failed' };
    await expect(answering('Hello', {}).run('names', {})).rejects.toMatchObject(failed);
    await expect(answering('Hello', {}).run('users', {})).rejects.toMatchObject(failed);
    let deleted = 0;
    const runner = answering('Hello', { variable_delete: () => (deleted += 1) });
    await expect(runner.run('variable_delete', { name: 'x' })).rejects.toMatchObject(failed);
    expect([deleted, await answering(REGA_SCRIPTS.names.encode([]), {}).run('names', {})]).toEqual([0, []]);
  });
});
