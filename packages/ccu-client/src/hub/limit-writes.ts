import type { Timers } from '../model/ports.js';
import { withinLimit } from '../time/limit.js';
import type { Groups, Hub } from './hub.js';

/** Calls that change data, or that a person waits for. Long jobs are not among them. */
const WRITES = [
  ...(['executeProgram', 'setProgramActive', 'deleteProgram', 'hasPrograms', 'setSysvar', 'createSysvar'] as const),
  ...(['changeSysvar', 'deleteSysvar', 'sysvarUsage', 'rename', 'acknowledgeMessage', 'acceptInboxDevice'] as const),
  ...(['reboot', 'powerOff', 'setPosition'] as const),
] as const satisfies readonly (keyof Hub)[];
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
  const writes = WRITES.map((name) => [name, limited((each) => each[name] as Call)] as const);
  const groups = (['rooms', 'functions'] as const).map((kind) => {
    const calls = GROUP_WRITES.map((name) => [name, limited((each) => each[kind][name] as Call)] as const);
    return [kind, { ...hub[kind], ...Object.fromEntries(calls) }] as const;
  });
  return { ...hub, ...Object.fromEntries(writes), ...Object.fromEntries(groups) } as Hub;
}
