// A reporter of vitest. At the end of a log stand the tests that failed, those that passed only when they were tried again,
// and the counts, a line each. `progress` takes a line at each tenth of the files.

const MARKS = { failed: 'failed: ', flaky: 'passed at the second try: ' };
const firstLine = (text = '') => text.split('\n', 1)[0];
/** Line of the test file where an error began, as far as its stack has one. */
const lineIn = (file, stacks = []) => {
  const frame = stacks.find((each) => each.file === file);
  return frame === undefined ? '' : `:${frame.line}`;
};

/** @returns {import('vitest/reporters').Reporter} */
export function outcomeReporter(write = (text) => process.stdout.write(text), progress = () => {}) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const failed = (where, { message }) => lines.push(`${MARKS.failed}${where}: ${firstLine(message)}`);
  let files = 0;
  let ended = 0;
  const countFile = () => {
    const tenth = Math.max(1, Math.ceil(files / 10));
    ended += 1;
    if (ended % tenth !== 0 && ended !== files) return;
    progress(
      `${ended} of ${files} files: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped so far\n`,
    );
  };
  return {
    onTestRunStart(specifications) {
      files = specifications.length;
    },
    onTestCaseResult(test) {
      const { state, errors } = test.result();
      counts[state] += 1;
      const mark = state === 'failed' ? MARKS.failed : test.diagnostic()?.flaky ? MARKS.flaky : undefined;
      if (!mark) return;
      const [error] = errors ?? [];
      const where = `${test.module.relativeModuleId}${lineIn(test.module.moduleId, error?.stacks)}`;
      lines.push(`${mark}${where} > ${test.fullName}: ${firstLine(error?.message)}`);
    },
    onTestModuleEnd(module) {
      for (const error of module.errors()) failed(module.relativeModuleId, error);
      countFile();
    },
    onTestRunEnd(_modules, unhandled) {
      for (const error of unhandled) failed('outside of a test', error);
      const { passed, failed: failures, skipped } = counts;
      write(['', ...lines, `${passed} passed, ${failures} failed, ${skipped} skipped`, ''].join('\n'));
    },
  };
}
