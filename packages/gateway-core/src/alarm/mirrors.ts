import {
  type AlarmState,
  type Effect,
  type MirrorState,
  type OutputConfig,
  type Plan,
  ZONE_STATES,
} from '@ccu-gateway/alarm';
import type { SysvarSummary } from '@ccu-gateway/contract/types';
import type { StreamEvent } from '@ccu-gateway/event-stream';
import type { SysvarControl } from '../families/hub/sysvars.js';
import type { HubView } from '../ports/house.js';
import type { Logger } from '../ports/log.js';
import { serviceCaller } from '../use-case/caller.js';
import { type Recording, recordChange } from '../use-case/record.js';
import type { AlarmEvent } from './alarm.js';

/** Ports that show states of zones in system variables. */
export interface MirrorPorts extends Recording {
  readonly hub: Pick<HubView, 'sysvar' | 'validateSysvar' | 'hubUnread'>;
  readonly sysvars: Pick<SysvarControl, 'setSysvar' | 'refreshSysvars'>;
}

/** Writes system variables, and compares them with the states of their zones. */
export interface Mirrors {
  carryOut(effects: readonly Effect[]): void;
  onEvent(event: StreamEvent): void;
}

export interface MirrorDeps extends MirrorPorts {
  readonly log: Logger;
  /** Configuration and state in force. */
  readonly now: () => { readonly plan: Plan; readonly state: AlarmState };
  /** Takes the events of `make`, which is called in its turn. */
  readonly inTurn: (make: () => readonly AlarmEvent[]) => void;
}

const OWN = serviceCaller({ name: 'alarm', role: 'operator' });

type Shown = Pick<MirrorState, 'state' | 'isOn'>;

/**
 * Value of a variable that shows a state; undefined for a variable that cannot. A list shows it by the names of all
 * states, or else by its first five entries.
 */
export function valueFor(
  { value_type: type, value_list: list = [], ...variable }: SysvarSummary,
  { state, isOn }: Shown,
) {
  const position = ZONE_STATES.indexOf(state);
  switch (type) {
    case 'LOGIC':
    case 'ALARM':
      return isOn;
    case 'STRING':
      return state;
    case 'LIST': {
      const names = list.map((name) => name.trim().toLowerCase());
      if (ZONE_STATES.every((each) => names.includes(each))) return names.indexOf(state);
      return list.length < ZONE_STATES.length ? undefined : position;
    }
    default: {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = variable;
      return min > 0 || max < ZONE_STATES.length - 1 ? undefined : position;
    }
  }
}

/** The variable of an output; undefined where the CCU has none that can show a state. */
function variableOf({ hub }: Pick<MirrorPorts, 'hub'>, { central, channelAddress: name }: OutputConfig) {
  const found = hub.sysvar(name, { central });
  return found.ok && valueFor(found.value, { state: 'disarmed', isOn: false }) !== undefined ? found.value : undefined;
}

/** True where the variable is gone; undefined while the variables of its CCU were not read. */
export function isVariableMissing(ports: Pick<MirrorPorts, 'hub'>, output: OutputConfig): boolean | undefined {
  if (variableOf(ports, output) !== undefined) return false;
  return ports.hub.hubUnread('sysvars', { central: output.central }).length > 0 ? undefined : true;
}

/** A variable is read again after each write. One that has the value already is not written: programs would run by it. */
export function createMirrors(deps: MirrorDeps): Mirrors {
  const { now, inTurn, log, hub, sysvars } = deps;
  /** The last work on each output: two writes of one variable never overtake each other. */
  const lines = new Map<string, Promise<void>>();

  function wantedOf(id: string) {
    const { plan, state } = now();
    const found = plan.outputs.get(id);
    const shown = state.mirrors?.[id];
    const variable = found === undefined ? undefined : variableOf(deps, found.output);
    if (variable === undefined || shown === undefined) return undefined;
    return { variable, value: valueFor(variable, shown) };
  }

  async function show(id: string): Promise<void> {
    const wanted = wantedOf(id);
    if (wanted === undefined) return;
    const { variable, value } = wanted;
    if (variable.value !== value) {
      const { central, name } = variable;
      const planned = hub.validateSysvar(name, value, { central });
      if (!planned.ok) throw new Error(planned.message);
      await sysvars.setSysvar(central, name, planned.write.value);
      const changes = [{ parameter: name, before: variable.value, after: value }];
      recordChange(deps, OWN, { action: 'sysvar_write', central, note: name, changes });
      await sysvars.refreshSysvars(central);
    }
    compare(id);
  }

  const compare = (id: string) =>
    inTurn(() => {
      const wanted = wantedOf(id);
      if (wanted === undefined) return [];
      const isRight = wanted.variable.value === wanted.value;
      const isKnown = now().state.mirrors?.[id]?.isConfirmed === isRight;
      return isKnown ? [] : [{ kind: 'mirrored', output: id, isRight }];
    });

  return {
    carryOut(effects) {
      for (const effect of effects) {
        if (effect.kind !== 'mirror') continue;
        const { output } = effect;
        const work = (lines.get(output) ?? Promise.resolve())
          .then(() => show(output))
          .catch((error: unknown) => log.warn('a system variable does not show its alarm zone', { output, error }))
          .then(() => {
            if (lines.get(output) === work) lines.delete(output);
          });
        lines.set(output, work);
      }
    },
    onEvent({ type, payload }) {
      if (type !== 'hub.sysvar_changed') return;
      const { central, name } = payload as unknown as Record<string, string>;
      for (const { output } of now().plan.outputs.values()) {
        const isIt = output.class === 'sysvar_mirror' && output.central === central && output.channelAddress === name;
        if (isIt) compare(output.id);
      }
    },
  };
}
