import { type ReGaContext, rows, type ScriptHandlers } from './context.js';

type Names = 'users' | 'system_info' | 'system_serial' | 'firmware_check' | 'reboot' | 'power_off' | 'position';

const FIRST_USER_ID = 1004;
/** What the product's own check finds; always something newer, so that there is something to show. */
const NEWER_VERSION = '3.85.7.20251115';

/** Scripts about the CCU itself. */
export function systemScripts({ users, version, serial, switches, onPower }: ReGaContext): ScriptHandlers<Names> {
  const checks = new Set<string>();
  const power = (kind: 'reboot' | 'power_off') => () => {
    onPower(kind);
    return rows({ done: true });
  };
  return {
    users: () =>
      rows(
        ...users.map(({ name, level }, index) => ({
          id: FIRST_USER_ID + index,
          name,
          level,
          firstName: '',
          lastName: '',
        })),
      ),
    system_info: () =>
      rows({
        versionFile: `VERSION=${version}\nPRODUCT=raspmatic_simulator\nPLATFORM=simulator\n`,
        hostname: 'ccu-simulator',
      }),
    // A default port behind a shared address may lead to a neighbour's CCU.
    system_serial: () => rows({ serial: switches.foreignSerial ?? serial }),
    firmware_check: ({ run }) => {
      // The first call of a run starts it, and has nothing to tell yet.
      if (checks.delete(run)) return rows({ output: `${version}\n${NEWER_VERSION}\nexit=1\n` });
      checks.add(run);
      return rows({ output: '' });
    },
    reboot: power('reboot'),
    power_off: power('power_off'),
    position: ({ longitude, latitude }) => rows({ longitude, latitude, stored: true }),
  };
}
