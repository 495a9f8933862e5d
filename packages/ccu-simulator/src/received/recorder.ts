import type { InterfaceName } from '../house/types.js';
import type { ReceivedCall, ReceivedJsonCall, ReceivedLog, ReceivedScript } from './types.js';

const KEPT = 20_000;

/** Records received calls. */
export interface Recorder {
  readonly log: ReceivedLog;
  call(call: ReceivedCall): void;
  jsonCall(call: ReceivedJsonCall): void;
  script(script: ReceivedScript): void;
}

export function createRecorder(): Recorder {
  const calls: ReceivedCall[] = [];
  const jsonCalls: ReceivedJsonCall[] = [];
  const scripts: string[] = [];
  const scriptCalls: ReceivedScript[] = [];
  return {
    log: {
      calls,
      jsonCalls,
      scripts,
      scriptCalls,
      of: (method: string, interfaceName?: InterfaceName) =>
        calls.filter(
          (call) => call.method === method && (interfaceName === undefined || call.interfaceName === interfaceName),
        ),
      clear() {
        for (const list of [calls, jsonCalls, scripts, scriptCalls]) list.length = 0;
      },
    },
    call: (call) => keep(calls, call),
    jsonCall: (call) => keep(jsonCalls, call),
    script(script) {
      keep(scripts, script.name);
      keep(scriptCalls, script);
    },
  };
}

function keep<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > KEPT) list.shift();
}
