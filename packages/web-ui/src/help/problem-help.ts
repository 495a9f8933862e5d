import type { InstallationProblem } from '@ccu-gateway/contract/types';

type Single = NonNullable<InstallationProblem['follows']>[number];
type Kind = InstallationProblem['kind'];

/** Symptom of each kind of problem, by its anchor in `docs/troubleshooting.md`. */
export const HELP: Readonly<Record<Kind, string>> = {
  smoke: 'dangers',
  water: 'dangers',
  co: 'dangers',
  alarm: 'dangers',
  ccu_down: 'ccu-not-found',
  interface_down: 'interface-down',
  device_unreachable: 'device-out-of-reach',
  member_unreachable: 'device-out-of-reach',
  member_perhaps_unreachable: 'device-out-of-reach',
  sabotage: 'dangers',
  low_battery: 'battery-low',
  config_pending: 'configuration-pending',
  duty_cycle_high: 'duty-cycle-used-up',
  service_message: 'service-messages',
  part_unwell: 'health',
};

/** Symptoms of parts of the gateway, by the first word of their names; those of others are one. */
export const PARTS: Readonly<Record<string, string>> = {
  mqtt: 'mqtt',
  webhooks: 'webhook',
  matter: 'matter',
  notify: 'messages-do-not-arrive',
  push: 'messages-do-not-arrive',
  storage: 'data-and-disk',
  history: 'data-and-disk',
  own_backup: 'backup-fails',
  own_backup_copy: 'backup-fails',
  callers: 'no-events',
  clock: 'clock-wrong',
};

/** Messages of the CCU that another kind of problem explains, by their parameter. */
const MESSAGES: readonly (readonly [RegExp, Kind])[] = [
  [/UNREACH$/, 'device_unreachable'],
  [/SABOTAGE/, 'sabotage'],
  [/LOW_?BAT/, 'low_battery'],
  [/^CONFIG_PENDING$/, 'config_pending'],
  [/^DUTY_?CYCLE$/, 'duty_cycle_high'],
];

/** The symptom of a problem, by its anchor in `docs/troubleshooting.md`. */
export function helpOf({ kind, name, parameter = '' }: Pick<Single, 'kind' | 'name' | 'parameter'>): string {
  if (kind === 'part_unwell') return helpOfPart(name);
  if (kind !== 'service_message') return HELP[kind];
  return HELP[MESSAGES.find(([pattern]) => pattern.test(parameter))?.[1] ?? kind];
}

/** The symptom of a part of the gateway that is not well, by the name that health gives it. */
export function helpOfPart(name: string): string {
  return PARTS[name.split('.', 1)[0] ?? ''] ?? HELP.part_unwell;
}
