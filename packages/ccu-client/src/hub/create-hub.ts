import type { ServiceMessage } from '../model/hub-model.js';
import type { ReGaRunner } from '../rega/runner.js';
import { anyOf } from '../time/wait.js';
import { deviceTestCalls } from './device-tests.js';
import { heatingGroupCalls } from './heating-groups.js';
import type { Hub } from './hub.js';
import { inboxCalls } from './inbox.js';
import { messageCalls } from './messages.js';
import { type NameDeps, nameCalls } from './names.js';
import { programCalls } from './programs.js';
import { type SystemDeps, systemCalls } from './system-calls.js';
import { sysvarCalls } from './sysvars.js';

export interface HubDeps extends NameDeps, SystemDeps {
  /** Messages that the interfaces themselves report. */
  readonly interfaceMessages: (signal?: AbortSignal) => Promise<readonly ServiceMessage[]>;
  /** A device was taken out of the inbox. */
  readonly accepted: (address: string) => void;
}

/** The calls of all subjects; `always` ends each of them. */
export function createHub(given: HubDeps, always?: AbortSignal): Hub {
  const deps = { ...given, rega: bound(given.rega, always) };
  const names = nameCalls(deps);
  return {
    ...programCalls(deps, always),
    ...sysvarCalls(deps.rega),
    ...names,
    ...messageCalls(deps),
    ...inboxCalls({ ...deps, names }),
    ...deviceTestCalls(deps.rega),
    ...heatingGroupCalls(deps),
    ...systemCalls(deps, given.rega, always),
  };
}

/** The same scripts, ended by this signal too. */
function bound(rega: ReGaRunner, always: AbortSignal | undefined): ReGaRunner {
  if (always === undefined) return rega;
  return {
    run: (name, args, signal) => rega.run(name, args, anyOf(signal, always)),
  };
}
