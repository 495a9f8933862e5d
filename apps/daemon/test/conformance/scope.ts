import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LeftOut {
  readonly operations: readonly { readonly reason: string; readonly below: readonly string[] }[];
  readonly commands: readonly { readonly reason: string; readonly starting: readonly string[] }[];
}

const leftOut: LeftOut = JSON.parse(readFileSync(join(import.meta.dirname, 'left-out.json'), 'utf8'));

/** Why an operation (by its path) is not served; undefined for those that are. */
export function operationLeftOut(path: string): string | undefined {
  const isBelow = (place: string) => path === place || path.startsWith(`${place}/`);
  return leftOut.operations.find(({ below }) => below.some(isBelow))?.reason;
}

/** Why a command or broadcast is not there; undefined for those that are. */
export function commandLeftOut(name: string): string | undefined {
  const isMeant = (start: string) => name === start || (start.endsWith('.') && name.startsWith(start));
  return leftOut.commands.find(({ starting }) => starting.some(isMeant))?.reason;
}

/** `reason: names` for everything that is left out, one line for each reason. */
export function reasonsOf(names: readonly string[], why: (name: string) => string | undefined): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const name of names) {
    const reason = why(name);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return [...byReason].map(([reason, meant]) => `${reason}: ${meant.join(', ')}`);
}
