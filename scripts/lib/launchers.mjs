import { readFileSync } from 'node:fs';

/** Programs that start a script on somebody's behalf and do not hand on every signal: npx, pnpm, and their shells. */
const LAUNCHER = /(^|[/\s])(npx|npm|pnpm)(\.c?js)?(\s|$)|^(ba|da)?sh -c /;

/** Parent and command line of a process, from where Linux shows them; undefined elsewhere, or when it is gone. */
function look(pid) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return { parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0), command };
  } catch {
    return undefined;
  }
}

/**
 * A question that answers true once any of the launchers above this process is gone. Killing `npx` alone would otherwise
 * leave everything below it running; the terminal or supervisor above the launchers does not count, so that `nohup` works.
 */
export function launchersGone() {
  const startedBy = process.ppid;
  const launchers = [];
  for (let pid = startedBy, seen = look(pid); seen !== undefined && LAUNCHER.test(seen.command); seen = look(pid)) {
    launchers.push(pid);
    pid = seen.parent;
  }
  return () => process.ppid !== startedBy || launchers.some((pid) => look(pid) === undefined);
}
