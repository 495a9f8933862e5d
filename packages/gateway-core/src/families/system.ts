import type { Caller } from '../caller.js';
import { chooseCentral } from '../choose.js';
import type { House } from '../ports/house.js';
import type { LoopTester, SystemControl } from '../ports/system.js';
import { type Recording, recordChange } from '../record.js';
import { found } from '../refusal.js';
import { useCase } from '../use-case.js';

export interface SystemWriting extends Recording {
  readonly house: House;
  readonly system: SystemControl;
}

export const rebootCcu = useCase('admin', async (needs: SystemWriting, caller: Caller, name: string): Promise<void> => {
  const central = chooseCentral(needs.house, name);
  await needs.system.reboot(central);
  recordChange(needs, caller, { action: 'ccu_reboot', central });
});

export const installUpdate = useCase(
  'admin',
  async (needs: SystemWriting, caller: Caller, name: string | undefined): Promise<void> => {
    const central = chooseCentral(needs.house, name);
    await needs.system.installUpdate(central);
    recordChange(needs, caller, { action: 'ccu_update', central });
  },
);

export const restartGateway = useCase(
  'admin',
  (needs: SystemWriting, caller: Caller): ReturnType<SystemControl['restart']> => {
    // Written down first: after the signal there may be no time.
    recordChange(needs, caller, { action: 'gateway_restart' });
    return needs.system.restart();
  },
);

/** Proves the way CCU → gateway of one interface with a ping of its own. */
export const testLoop = useCase(
  'admin',
  async (needs: { readonly house: House; readonly loopTester: LoopTester }, caller: Caller, interfaceId: string) => {
    const target = found(needs.house.interface(interfaceId));
    const { ok, rttMs, hop, cause } = await needs.loopTester.loopTest(target.id, { signal: caller.signal });
    return { interface_id: target.id, ok, rtt_ms: rttMs, hop, cause };
  },
);
