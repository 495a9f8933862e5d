// A reporter of vitest. At the end of a log stand the tests that failed, those that passed only when they were tried again,
// and the counts, a line each.

const MARKS = { failed: 'failed: ', flaky: 'passed at the second try: ' };
const firstLine = (text = '') => text.split('\n', 1)[0];

/** @returns {import('vitest/reporters').Reporter} */
export function outcomeReporter(write = (text) => process.stdout.write(text)) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const failed = (where, { message }) => lines.push(`${MARKS.failed}${where}: ${firstLine(message)}`);
  return {
    onTestCaseResult(test) {
      const { state, errors } = test.result();
      counts[state] += 1;
      const mark = state === 'failed' ? MARKS.failed : test.diagnostic()?.flaky ? MARKS.flaky : undefined;
      if (mark)
        lines.push(`${mark}${test.module.relativeModuleId} > ${test.fullName}: ${firstLine(errors?.[0]?.message)}`);
    },
    onTestModuleEnd: (module) => module.errors().forEach((error) => void failed(module.relativeModuleId, error)),
    onTestRunEnd(_modules, unhandled) {
      for (const error of unhandled) failed('outside of a test', error);
      const { passed, failed: failures, skipped } = counts;
      write(['', ...lines, `${passed} passed, ${failures} failed, ${skipped} skipped`, ''].join('\n'));
    },
  };
}
