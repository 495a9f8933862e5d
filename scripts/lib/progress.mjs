// One line that names each phase of a script with its time. What the programs of a phase print goes to a log file.
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './run.mjs';

const LAST_LINES = 40;

/**
 * The progress of the script `name`. `phase(label, work)` calls `work` with the descriptor of the log file. A terminal sees the
 * seconds pass; elsewhere a label is written when its phase begins, and the time when it ends.
 */
export function openProgress(name, { out = process.stderr, folder = join(root, 'var/log') } = {}) {
  const file = join(folder, `${name}.log`);
  let fd;
  let ended = '';
  let running;

  const openLog = () => {
    mkdirSync(dirname(file), { recursive: true });
    fd ??= openSync(file, 'w');
    return fd;
  };
  const seconds = () => `${((performance.now() - running.since) / 1000).toFixed(1)} s`;
  const redraw = () => void out.write(`\r${ended}${running.label} ${seconds()}`);

  function begin(label) {
    if (ended !== '') ended += ' · ';
    const ticks = out.isTTY ? setInterval(() => redraw(), 1000).unref() : undefined;
    running = { label, since: performance.now(), ticks };
    out.write(ended === '' ? label : ` · ${label}`);
  }

  function finish() {
    clearInterval(running.ticks);
    if (out.isTTY) redraw();
    else out.write(` ${seconds()}`);
    ended += `${running.label} ${seconds()}`;
    running = undefined;
  }

  return {
    async phase(label, work) {
      begin(label);
      try {
        return await work(openLog());
      } finally {
        finish();
      }
    },
    /** Ends the line, where there is one. */
    end() {
      if (ended !== '') out.write('\n');
      ended = '';
    },
    /** The end of the log, and where all of it is; nothing where no phase wrote one. */
    explain() {
      if (fd === undefined) return '';
      closeSync(fd);
      fd = undefined;
      const last = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LAST_LINES);
      return `${last.join('\n')}\nAll output: ${relative(process.cwd(), file)}\n`;
    },
  };
}
