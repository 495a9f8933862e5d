import { type ReGaContext, refusal, rows, type ScriptHandlers } from './context.js';

type Names =
  | 'users'
  | 'system_info'
  | 'system_serial'
  | 'firmware_check'
  | 'firmware_install'
  | 'backup_start'
  | 'backup_remove'
  | 'job_output'
  | 'reboot'
  | 'power_off'
  | 'safe_mode'
  | 'recovery_mode'
  | 'position';

const FIRST_USER_ID = 1004;

/** Scripts about the CCU itself. */
export function systemScripts({ users, product, serial, onPower }: ReGaContext): ScriptHandlers<Names> {
  const checks = new Set<string>();
  let at = { longitude: 13.4, latitude: 52.5 };
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
        versionFile: `VERSION=${product.version()}\nPRODUCT=raspmatic_simulator\nPLATFORM=${product.kind === 'container' ? 'oci' : 'simulator'}\n`,
        hostname: 'ccu-simulator',
        ...at,
      }),
    system_serial: () => rows({ serial }),
    firmware_check: ({ run }) => {
      // The first call of a run starts it, and has nothing to tell yet.
      if (checks.delete(run)) return rows({ output: product.check() });
      checks.add(run);
      return rows({ output: '' });
    },
    firmware_install: ({ run }) => (product.start('firmware', run) ? rows({ started: true }) : refusal('unsupported')),
    backup_start: ({ run }) => (product.start('backup', run) ? rows({ started: true }) : refusal('unsupported')),
    backup_remove: ({ run }) => {
      product.removeBackup(run);
      return rows({ done: true });
    },
    job_output: ({ job, run }) => rows(product.look(job, run)),
    reboot: power('reboot'),
    power_off: power('power_off'),
    safe_mode: power('reboot'),
    // As in a real one, a container has no partition with a recovery system.
    recovery_mode: product.kind === 'container' ? () => refusal('unsupported') : power('reboot'),
    position: ({ longitude, latitude }) => {
      at = { longitude, latitude };
      return rows({ ...at, stored: true });
    },
  };
}
