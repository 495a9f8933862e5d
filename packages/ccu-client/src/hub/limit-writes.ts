import type { Timers } from '../model/ports.js';
import { withinLimit } from '../time/limit.js';
import type { Groups, Hub } from './hub.js';

/** Readings, which a caller ends, and long jobs. Every other call changes data, or a person waits for it. */
const UNLIMITED: ReadonlySet<string> = new Set<keyof Hub>([
  ...(['isPresent', 'programs', 'sysvars', 'names', 'rooms', 'functions', 'serviceMessages', 'alarmMessages'] as const),
  ...(['inbox', 'users', 'systemInfo', 'firmwareUpdate', 'installFirmware', 'createBackup'] as const),
  ...(['acknowledgeAll', 'reloadNames', 'namesChanged'] as const),
]);
const GROUP_WRITES = ['create', 'rename', 'remove', 'assign'] as const satisfies readonly (keyof Groups)[];

type Call = (...args: never[]) => Promise<unknown>;

/**
 * A hub with writes that end within `limitMs`, also when the CCU hangs: with `timeout`, and with `mayHaveRun` where the
 * CCU may have done it. `make` returns the hub that a signal ends.
 */
export function limitWrites(
  make: (signal: AbortSignal | undefined) => Hub,
  { timers, limitMs }: { readonly timers: Timers; readonly limitMs: number },
  always: AbortSignal | undefined,
): Hub {
  const limited = (pick: (hub: Hub) => Call): Call => {
    return (...args) => withinLimit({ timers, limitMs, signal: always }, (signal) => pick(make(signal))(...args));
  };
  const hub = make(always);
  const writes = (Object.keys(hub) as (keyof Hub)[])
    .filter((name) => !UNLIMITED.has(name))
    .map((name) => [name, limited((each) => each[name] as Call)] as const);
  const groups = (['rooms', 'functions'] as const).map((kind) => {
    const calls = GROUP_WRITES.map((name) => [name, limited((each) => each[kind][name] as Call)] as const);
    return [kind, { ...hub[kind], ...Object.fromEntries(calls) }] as const;
  });
  return { ...hub, ...Object.fromEntries(writes), ...Object.fromEntries(groups) } as Hub;
}
