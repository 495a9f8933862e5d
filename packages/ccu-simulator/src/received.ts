import type { InterfaceName } from './house/types.js';
import type { ReceivedCall, ReceivedJsonCall, ReceivedLog } from './types.js';

const KEPT = 20_000;

/** Remembers what came in. */
export interface Recorder {
  readonly log: ReceivedLog;
  call(call: ReceivedCall): void;
  jsonCall(call: ReceivedJsonCall): void;
  script(name: string): void;
}

export function createRecorder(): Recorder {
  const calls: ReceivedCall[] = [];
  const jsonCalls: ReceivedJsonCall[] = [];
  const scripts: string[] = [];
  return {
    log: {
      calls,
      jsonCalls,
      scripts,
      of: (method: string, interfaceName?: InterfaceName) =>
        calls.filter(
          (call) => call.method === method && (interfaceName === undefined || call.interfaceName === interfaceName),
        ),
      clear() {
        for (const list of [calls, jsonCalls, scripts]) list.length = 0;
      },
    },
    call: (call) => keep(calls, call),
    jsonCall: (call) => keep(jsonCalls, call),
    script: (name) => keep(scripts, name),
  };
}

function keep<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > KEPT) list.shift();
}
