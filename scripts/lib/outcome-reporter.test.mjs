import { expect, it } from 'vitest';
import { outcomeReporter } from './outcome-reporter.mjs';

const at = { relativeModuleId: 'packages/a/src/b.test.ts', moduleId: '/checkout/packages/a/src/b.test.ts' };
const test = (fullName, state, { flaky = false, message, stacks } = {}) => ({
  fullName,
  module: at,
  result: () => ({ state, errors: message ? [{ message, stacks }] : undefined }),
  diagnostic: () => ({ flaky }),
});

function outcomeOf(report) {
  let written = '';
  report(
    outcomeReporter((text) => {
      written += text;
    }),
  );
  return written.trim().split('\n');
}

it('names each test that failed, and each that passed only at the second try, with the first line of the reason', () => {
  const lines = outcomeOf((reporter) => {
    reporter.onTestCaseResult(test('passes', 'passed'));
    reporter.onTestCaseResult(test('has no data', 'skipped'));
    reporter.onTestCaseResult(test('counts', 'failed', { message: 'expected 1 to be 2\n  at b.test.ts:3' }));
    reporter.onTestCaseResult(test('waits', 'passed', { flaky: true, message: 'timed out' }));
    reporter.onTestModuleEnd({ ...at, errors: () => [{ message: 'cannot be loaded' }] });
    reporter.onTestRunEnd([], [{ message: 'refused' }]);
  });
  expect(lines).toEqual([
    'failed: packages/a/src/b.test.ts > counts: expected 1 to be 2',
    'passed at the second try: packages/a/src/b.test.ts > waits: timed out',
    'failed: packages/a/src/b.test.ts: cannot be loaded',
    'failed: outside of a test: refused',
    '2 passed, 1 failed, 1 skipped',
  ]);
});

it('names the line of the test, not of the library where the error was thrown', () => {
  const stacks = [
    { file: '/checkout/node_modules/library.js', line: 900 },
    { file: at.moduleId, line: 38 },
    { file: at.moduleId, line: 4 },
  ];
  const lines = outcomeOf((reporter) => {
    reporter.onTestCaseResult(test('clicks', 'failed', { message: 'timed out', stacks }));
    reporter.onTestRunEnd([], []);
  });
  expect(lines[0]).toBe('failed: packages/a/src/b.test.ts:38 > clicks: timed out');
});

it('reports its progress at each tenth of the files, and at the last one', () => {
  const lines = [];
  const reporter = outcomeReporter(
    () => {},
    (line) => lines.push(line),
  );
  reporter.onTestRunStart(Array.from({ length: 21 }));
  reporter.onTestCaseResult(test('counts', 'failed', { message: 'no' }));
  for (let file = 0; file < 21; file += 1) reporter.onTestModuleEnd({ ...at, errors: () => [] });
  expect(lines).toHaveLength(7);
  expect(lines[0]).toBe('3 of 21 files: 0 passed, 1 failed, 0 skipped so far\n');
  expect(lines.at(-1)).toMatch(/^21 of 21 files/);
});

it('prints only the counts when every test passed at once', () => {
  const lines = outcomeOf((reporter) => {
    reporter.onTestCaseResult(test('passes', 'passed'));
    reporter.onTestModuleEnd({ ...at, errors: () => [] });
    reporter.onTestRunEnd([], []);
  });
  expect(lines).toEqual(['1 passed, 0 failed, 0 skipped']);
});
