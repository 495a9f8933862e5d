import type { WaitOptions } from '../model/hub-model.js';
import type { ReGaRunner } from '../rega/runner.js';

/** Tests of devices over the air, as the inbox of a CCU makes them. */
export interface DeviceTestCalls {
  /** Has the CCU call the device; resolves with the name of the test. Rejects with `not_found`. */
  startDeviceTest(address: string): Promise<string>;
  /** True once the device has answered that test. */
  deviceTestPassed(address: string, test: string, options?: WaitOptions): Promise<boolean>;
}

export function deviceTestCalls(rega: ReGaRunner): DeviceTestCalls {
  return {
    startDeviceTest: async (address) => (await rega.run('com_test_start', { address }))[0]?.started ?? '',
    async deviceTestPassed(address, started, { signal } = {}) {
      // Both are times of one clock as "2026-01-31 08:15:00", whose texts sort as the times do.
      const completed = (await rega.run('com_test_result', { address }, signal))[0]?.completed ?? '';
      return started !== '' && completed >= started;
    },
  };
}
