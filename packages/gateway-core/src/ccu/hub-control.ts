import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { ProgramControl } from '../families/hub/programs.js';
import type { SysvarControl } from '../families/hub/sysvars.js';
import type { HubPart, HubRefresh } from '../hub/parts.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

export interface HubControlDeps {
  readonly centrals: ConnectedCcus;
  readonly syncs: HubRefresh;
  readonly house: Pick<HouseModel, 'programExecuted' | 'program' | 'sysvar'>;
  readonly publish: (event: ModelEvent) => void;
  readonly time: Pick<Time, 'after'>;
  readonly log: Logger;
}

/** Time for which a caller waits for the result of a write; the reading goes on behind it. */
const READ_BACK_MS = 1_200;

/**
 * Reads again the state that a write has changed. The write is done in any case: a failure is logged and the next poll
 * makes up for it. Resolves with true when the reading succeeded, and soon enough for the caller.
 */
export async function readBack(
  { syncs, time, log }: Pick<HubControlDeps, 'syncs' | 'time' | 'log'>,
  central: string,
  ...parts: readonly HubPart[]
): Promise<boolean> {
  const reading = syncs.refresh(central, ...parts).then(
    () => true,
    (error: unknown) => {
      log.warn('the CCU did not show the written value', { central, parts, error });
      return false;
    },
  );
  let stopWaiting = () => {};
  const tooLong = new Promise<boolean>((resolve) => {
    stopWaiting = time.after(READ_BACK_MS, () => resolve(false));
  });
  return await Promise.race([reading, tooLong]).finally(() => stopWaiting());
}

/**
 * Runs, switches and deletes programs; the changed state is read again.
 *
 * @example
 * const programs = createProgramControl({ centrals, syncs, house, publish, time, log });
 */
export function createProgramControl(deps: HubControlDeps): ProgramControl {
  return {
    async executeProgram(central, id, { checkConditions }) {
      const { hub } = connectedCcu(deps.centrals, central);
      const executed = await askCcu(() => hub.executeProgram(Number(id), { checkConditions }));
      for (const event of deps.house.programExecuted(central, id, { success: executed, trigger: 'api' })) {
        deps.publish(event);
      }
      // Programs mostly change variables. The answer need not wait for that.
      void readBack(deps, central, 'sysvars', 'programs');
      return executed;
    },
    async setProgramActive(central, id, active) {
      const { hub } = connectedCcu(deps.centrals, central);
      const lastRun = () => {
        const known = deps.house.program(id, { central });
        return known.ok ? known.value.last_executed : undefined;
      };
      // The known time may be older than a run with no relation to this.
      const isFresh = active && (await readBack(deps, central, 'programs'));
      const before = lastRun();
      await askCcu(() => hub.setProgramActive(Number(id), active));
      const isKnown = await readBack(deps, central, 'programs');
      // A program does not run by being switched off.
      if (!active) return false;
      return isFresh && isKnown ? lastRun() !== before : undefined;
    },
    async deleteProgram(central, id) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.deleteProgram(Number(id)));
      await readBack(deps, central, 'programs');
    },
  };
}

/**
 * Writes, makes, changes and deletes system variables; the changed state is read again.
 *
 * @example
 * const sysvars = createSysvarControl({ centrals, syncs, house, publish, time, log });
 */
export function createSysvarControl(deps: HubControlDeps): SysvarControl {
  return {
    async setSysvar(central, name, value) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.setSysvar(name, value));
      // A variable that is an alarm raises or ends a message.
      const known = deps.house.sysvar(name, { central });
      const isAlarm = known.ok && known.value.value_type === 'ALARM';
      void readBack(deps, central, 'sysvars', ...(isAlarm ? (['messages'] as const) : []));
    },
    async createSysvar(central, variable) {
      const { hub } = connectedCcu(deps.centrals, central);
      const { name } = await askCcu(() => hub.createSysvar(variable));
      await readBack(deps, central, 'sysvars');
      return name;
    },
    async changeSysvar(central, name, change) {
      const { hub } = connectedCcu(deps.centrals, central);
      const became = await askCcu(() => hub.changeSysvar(name, change));
      await readBack(deps, central, 'sysvars');
      return became;
    },
    async deleteSysvar(central, name) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.deleteSysvar(name));
      await readBack(deps, central, 'sysvars');
    },
    async sysvarUsage(central, name) {
      const { hub } = connectedCcu(deps.centrals, central);
      const programs = await askCcu(() => hub.sysvarUsage(name));
      return programs.map(({ id, name: title, active, internal }) => ({
        id: String(id),
        name: title,
        active,
        internal,
      }));
    },
    async refreshSysvars(central) {
      connectedCcu(deps.centrals, central);
      await askCcu(() => deps.syncs.refresh(central, 'sysvars'));
    },
  };
}
