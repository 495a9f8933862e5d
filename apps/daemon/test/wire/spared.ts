const ACCESS = 'is about credentials alone, and looked at in access-local.test.ts';
const UPDATE = 'restarts the CCU with other firmware, and is looked at in firmware.test.ts';
const POWER = 'ends the CCU of the other rows, and is looked at in ccu-power.test.ts';
const OWN_BACKUP = 'is about files of the gateway alone, and looked at in own-backup-rest.test.ts';
const CENTRALS_FILE = 'is about the configuration file alone, and looked at in centrals.test.ts of the adapters';
const HISTORY = 'is about files and the history alone, and tested in history-import.test.ts';
const MATTER = 'the Matter bridge is not enabled';
const REPLACEMENT = 'takes a device away from the others, and is looked at in replace-device.test.ts';
const FIRMWARE = 'orders nothing before its turn, and is tested in firmware-plan.test.ts';
const GROUPS = 'is edited on the pages of the CCU, and is looked at in heating-groups.test.ts';
const RELEASE = 'needs a CCU whose new devices wait, and is tested in new-devices.test.ts';
const TEAM = 'needs smoke detectors with a team, and is tested in smoke-team.test.ts';
const RECEIVER = 'needs a second radio gateway, and is tested in receivers.test.ts';
const APPLY = 'reads and writes several devices, and is tested in apply-settings.test.ts';
const PUSH = 'is about a phone of the caller alone, and is tested in push.test.ts';
const FLOORPLAN = 'is about pictures of the gateway alone, and tested in floorplans.test.ts';
const READS = 'only reads, but not for everybody';

/** Operations and commands without a row, each with the reason. */
export const SPARED: Readonly<Record<string, string>> = {
  'POST /auth/login': ACCESS,
  'POST /auth/logout': ACCESS,
  'PATCH /auth/me/password': ACCESS,
  'DELETE /auth/sessions': ACCESS,
  'DELETE /auth/sessions/{id}': ACCESS,
  'POST /backups/upload': 'takes a file, and is looked at in hub.test.ts',
  'POST /backups/own/upload': OWN_BACKUP,
  'POST /backups/own/{id}/verify': OWN_BACKUP,
  'DELETE /backups/own/{id}': OWN_BACKUP,
  'POST /history/import': HISTORY,
  'DELETE /history/import': HISTORY,
  'POST /floorplans': FLOORPLAN,
  'PUT /floorplans/{id}': FLOORPLAN,
  'DELETE /floorplans/{id}': FLOORPLAN,
  'PUT /floorplans/{id}/picture': FLOORPLAN,
  'PUT /history/recording': 'changes nothing of a CCU, and is tested in history.test.ts',
  'PUT /metrics/values/chosen': 'changes nothing of a CCU, and is tested in history.test.ts',
  'POST /config/sections/{section}/test': 'changes nothing of a CCU, and is tested in config-trial.test.ts',
  'POST /centrals/file/take': CENTRALS_FILE,
  'POST /centrals/file/write': CENTRALS_FILE,
  'POST /devices/{addr}/links/profiles/preview': 'calculates, and sends nothing to a CCU',
  'POST /system/update/install': UPDATE,
  'firmware.update': UPDATE,
  'POST /system/ccu/{central}/poweroff': POWER,
  'POST /system/ccu/{central}/safe-mode': POWER,
  'POST /system/ccu/{central}/recovery-mode': POWER,
  'ccu.power_off': POWER,
  'ccu.enter_safe_mode': POWER,
  'ccu.enter_recovery_mode': POWER,
  'POST /matter/commissioning/window': MATTER,
  'POST /matter/commissioning/window/close': MATTER,
  'PUT /matter/exposable': MATTER,
  'POST /matter/exposable/bulk': MATTER,
  'DELETE /matter/fabrics/{id}': MATTER,
  'POST /matter/share': MATTER,
  'POST /diagnostics/radio/estimate': READS,
  'POST /energy/tariffs/preview': 'calculates costs, and stores nothing',
  'POST /notify/preview': 'makes a text, and sends nothing',
  'POST /push': PUSH,
  'PUT /push/{id}': PUSH,
  'DELETE /push/{id}': PUSH,
  'POST /devices/{addr}/replace': REPLACEMENT,
  'device.replace': REPLACEMENT,
  'POST /firmware/plan': FIRMWARE,
  'PATCH /firmware/plan': FIRMWARE,
  'DELETE /firmware/plan/{id}': FIRMWARE,
  'firmware.plan_add': FIRMWARE,
  'firmware.plan_change': FIRMWARE,
  'firmware.plan_abort': FIRMWARE,
  'alarm_panel.codes_list': READS,
  'alarm_panel.journal': READS,
  'POST /groups': GROUPS,
  'PUT /groups/{id}': GROUPS,
  'DELETE /groups/{id}': GROUPS,
  'groups.create': GROUPS,
  'groups.delete': GROUPS,
  'groups.update': GROUPS,
  'inbox.release': RELEASE,
  'POST /devices/{addr}/paramsets/{key}/apply-to': APPLY,
  'paramset.apply_to': APPLY,
  'PUT /devices/{addr}/channels/{no}/team': TEAM,
  'device.set_team': TEAM,
  'PUT /devices/{addr}/receiver': RECEIVER,
  'device.set_receiver': RECEIVER,
  'central.info': READS,
  'ccu.get_rssi_info': READS,
  'ccu.throttle_stats': READS,
  'service_messages.suppressed': READS,
};
