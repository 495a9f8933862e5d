import type { Timers } from '../model/ports.js';
import { withinLimit } from '../time/limit.js';
import type { Groups, Hub } from './hub.js';

/** What changes something, or is asked for by a person who waits. Work that takes its time by nature is not among it. */
const WRITES = [
  ...(['executeProgram', 'setProgramActive', 'deleteProgram', 'hasPrograms', 'setSysvar', 'createSysvar'] as const),
  ...(['changeSysvar', 'deleteSysvar', 'sysvarUsage', 'rename', 'acknowledgeMessage', 'acceptInboxDevice'] as const),
  ...(['reboot', 'powerOff', 'setPosition'] as const),
] as const satisfies readonly (keyof Hub)[];
const GROUP_WRITES = ['create', 'rename', 'remove', 'assign'] as const satisfies readonly (keyof Groups)[];

type Call = (...args: never[]) => Promise<unknown>;

/**
 * A hub whose writes are answered within `limitMs`, whatever hangs: with `timeout`, and with `mayHaveRun` where the CCU may have
 * done it. `make` gives the hub that a signal ends.
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
  const writes = WRITES.map((name) => [name, limited((each) => each[name] as Call)] as const);
  const groups = (['rooms', 'functions'] as const).map((kind) => {
    const calls = GROUP_WRITES.map((name) => [name, limited((each) => each[kind][name] as Call)] as const);
    return [kind, { ...hub[kind], ...Object.fromEntries(calls) }] as const;
  });
  return { ...hub, ...Object.fromEntries(writes), ...Object.fromEntries(groups) } as Hub;
}
