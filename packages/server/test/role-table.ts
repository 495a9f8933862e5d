import type { Access } from '../src/operation/operation.js';

/**
 * Role of each operation and command, kept by hand and compared row by row with the interface document: its public
 * routes, its families, and the rule of its roles for the others: reading is for viewers, changing for operators,
 * dangerous changes (deleting devices, install mode, backups, configuration, users and tokens, diagnostics) for
 * administrators. Nothing here is read from the code. A new operation or command needs its line.
 */
const operations: Readonly<Record<Access, string>> = {
  public: `
    /auth/login POST
    /auth/logout POST
    /auth/oidc/callback GET
    /auth/oidc/start GET
    /devices/{addr}/icon GET
    /health GET
    /info GET
    /setup POST
    /setup/status GET
    page /.well-known/oauth-protected-resource GET
    page /.well-known/oauth-protected-resource/mcp GET
    page /assets/{file} GET
    page /apple-touch-icon.png GET
    page /icon-192.png GET
    page /icon-512.png GET
    page /icon-maskable.svg GET
    page /icon.svg GET
    page /login GET POST
    page /logout POST
    page /manifest.webmanifest GET
    page /setup GET POST
    page /sw.js GET
  `,
  viewer: `
    /acts GET
    /device-replacements GET
    /groups GET
    /groups/suitable-members GET
    /groups/types GET
    /device-replacements/{id} GET
    /devices/{addr}/replace-candidates GET
    /alarm-messages GET
    /alarm/output-candidates GET
    /alarm/panels GET
    /alarm/remote-key-candidates GET
    /alarm/sensor-candidates GET
    /alarm/state GET
    /alarm/triggered-motion GET
    /alarm/zones GET
    /alarm/zones/{id} GET
    /alarm/zones/{id}/outputs GET
    /alarm/zones/{id}/readiness GET
    /alarm/zones/{id}/sensors GET
    /alarm/zones/{id}/walktest GET
    /problems GET
    /problems/times GET
    /audit GET
    /auth/me GET
    /auth/me/password PATCH
    /auth/sessions DELETE GET
    /auth/sessions/{id} DELETE
    /backups GET
    /config GET
    /config/schema GET
    /devices GET
    /devices/values:batch POST
    /devices/{addr} GET
    /devices/{addr}/cdps GET
    /devices/{addr}/cdps/{name} GET
    /devices/{addr}/channels GET
    /devices/{addr}/channels/{no} GET
    /devices/{addr}/channels/{no}/calc-dps GET
    /devices/{addr}/channels/{no}/calc-dps/{name} GET
    /devices/{addr}/channels/{no}/config/export GET
    /devices/{addr}/channels/{no}/data-points GET
    /devices/{addr}/channels/{no}/data-points/{param} GET
    /devices/{addr}/channels/{no}/event-groups GET
    /devices/{addr}/channels/{no}/flags GET
    /devices/{addr}/channels/{no}/linkable-channels GET
    /devices/{addr}/channels/{no}/paramsets/{key}/determine POST
    /devices/{addr}/channels/{no}/schedule GET
    /devices/{addr}/channels/{no}/ui-schema GET
    /devices/{addr}/ui-schema GET
    /devices/{addr}/channels/{no}/week_profile GET
    /devices/{addr}/central-links GET
    /backups/status GET
    /devices/{addr}/link-ps/{peer} GET
    /devices/{addr}/links GET
    /devices/{addr}/links/profiles GET
    /devices/{addr}/links/profiles/preview POST
    /devices/{addr}/paramsets/{key} GET
    /devices/{addr}/schedule GET
    /diagnostics/log-level GET
    /diagnostics/log-levels GET
    /firmware/plan GET
    /diagnostics/radio GET
    /diagnostics/radio/budget GET
    /diagnostics/rssi/matrix GET
    /diagnostics/rssi/receiver-proposal GET
    /diagnostics/radio/estimate POST
    /events GET
    /devices/{addr}/channels/{no}/team-candidates GET
    /devices/{addr}/paramsets/{key}/apply-targets GET
    /events/log GET
    /events/stream GET
    /functions GET
    /history GET
    /energy GET
    /history/export GET
    /energy/standby GET
    /energy/tariffs GET
    /history/recording GET
    /hub/data-points GET
    /i18n/entities GET
    /inbox GET
    /incidents GET
    /install-mode/interfaces GET
    /interfaces GET
    /interfaces/{id} GET
    /links GET
    /matter/exposable GET
    /matter/fabrics GET
    /matter/status GET
    /mqtt/brokers/{name}/devices/{addr} GET
    /mqtt/status GET
    /me/preferences/{key} DELETE GET PUT
    /metrics GET
    /metrics/values GET
    /metrics/values/chosen GET
    /openapi.json GET
    /programs GET
    /programs/{id} GET
    /rooms GET
    /areas GET
    /diagrams GET
    /floorplans GET
    /floorplans/{id}/picture GET
    /diagrams/{id} GET
    /schedules GET
    /service-messages GET
    /snapshot GET
    /system/config-changes GET
    /system/metrics GET
    /system/restart-pending GET
    /system/status GET
    /system/update GET
    /sysvars GET
    /security GET
    /security/classes/{class} GET
    /security/faults GET
    /security/sources GET
    /sysvars/{name} GET
    /sysvars/{name}/usage GET
    /ui/event POST
    /visibility/unignore GET
    /visibility/unignore/candidates GET
    /warnings GET
    /notify GET
    /push GET POST
    /push/{id} DELETE PUT
    /webhooks/status GET
    /ws-catalogue.json GET
    page / GET
    page /docs GET
    page /mcp GET POST DELETE
    page /metrics GET
    page /metrics/values GET
  `,
  operator: `
    /firmware/plan PATCH POST
    /firmware/plan/{id} DELETE
    /acts POST
    /alarm/incidents GET
    /alarm/incidents/{id} GET
    /alarm/journal GET
    /alarm/journal/verify GET
    /alarm/outputs/{id}/test POST
    /security/faults/{id}/acknowledge POST
    /warnings/{id}/silence DELETE PUT
    /alarm/reset-motion POST
    /alarm/silence-all POST
    /alarm/zones/{id}/acknowledge POST
    /alarm/zones/{id}/arm POST
    /alarm/zones/{id}/disarm POST
    /alarm/zones/{id}/reset-motion POST
    /alarm/zones/{id}/silence POST
    /alarm/zones/{id}/walktest/start POST
    /alarm/zones/{id}/walktest/stop POST
    /acts/{id}/end POST
    /alarm-messages/ack-all POST
    /alarm-messages/{id}/ack POST
    /devices/firmware/refresh POST
    /devices/refresh POST
    /devices/{addr} PATCH
    /devices/{addr}/accept POST
    /devices/{addr}/release POST
    /devices/{addr}/paramsets/{key}/apply-to POST
    /devices/{addr}/channels/{no}/team PUT
    /devices/{addr}/cdps/{name}/{operation} POST
    /devices/{addr}/channels/{no} PATCH
    /devices/{addr}/channels/{no}/config/import POST
    /devices/{addr}/channels/{no}/data-points/{param}/value PUT
    /devices/{addr}/channels/{no}/flags PUT
    /devices/{addr}/channels/{no}/reload POST
    /devices/{addr}/channels/{no}/schedule PUT
    /devices/{addr}/channels/{no}/schedule/active-profile POST
    /devices/{addr}/channels/{no}/week_profile/channel-locks/{key} PUT
    /devices/{addr}/channels/{no}/week_profile/copy POST
    /devices/{addr}/central-links DELETE POST
    /devices/{addr}/firmware/update POST
    /devices/{addr}/link-ps/{peer} PUT
    /devices/{addr}/links DELETE PATCH POST
    /devices/{addr}/links/profiles POST
    /devices/{addr}/links/test POST
    /devices/{addr}/paramsets/{key} PUT
    /devices/{addr}/reload POST
    /devices/{addr}/test POST
    /devices/{addr}/schedule PUT
    /devices/{addr}/schedule/active-profile POST
    /devices/{addr}/schedules/copy POST
    /functions POST
    /functions/{name} DELETE PATCH
    /programs/{id} PATCH
    /programs/{id}/execute POST
    /areas POST
    /areas/{id} DELETE PUT
    /diagrams POST
    /diagrams/{id} DELETE PUT
    /areas/{id}/rooms PUT
    /rooms POST
    /rooms/{name} DELETE PATCH
    /service-messages/ack-all POST
    /service-messages/suppressed GET
    /service-messages/unsuppress POST
    /service-messages/{id}/ack POST
    /service-messages/{id}/disable POST
    /sessions/edit DELETE GET POST
    /sessions/edit/heartbeat POST
    /sessions/edit/take-over POST
    /sysvars POST
    /sysvars/fetch POST
    /sysvars/{name} DELETE PATCH PUT
  `,
  admin: `
    /security/sources/{ref} PUT
    /auth/tokens GET POST
    /floorplans POST
    /floorplans/{id} DELETE PUT
    /floorplans/{id}/picture PUT
    /auth/tokens/v2 GET POST
    /auth/tokens/v2/{fingerprint} DELETE
    /auth/tokens/{id} DELETE
    /auth/users GET
    /backups POST
    /backups/own GET POST
    /backups/own/status GET
    /backups/own/upload POST
    /backups/own/{id} DELETE
    /backups/own/{id}/download GET
    /backups/own/{id}/restore POST
    /backups/own/{id}/verify POST
    /backups/storage GET
    /backups/upload POST
    /backups/{id} DELETE
    /backups/{id}/download GET
    /backups/{id}/restore POST
    /centrals GET POST
    /centrals/discovered GET
    /centrals/discovered/ignored GET
    /centrals/discovered/{serial}/ignore DELETE POST
    /centrals/file GET
    /centrals/file/take POST
    /centrals/file/write POST
    /centrals/probe POST
    /centrals/{name} DELETE GET PUT
    /config/effective GET
    /config/fields/{path} DELETE
    /config/sections/{section} DELETE GET PUT
    /config/sections/{section}/test POST
    /devices/{addr} DELETE
    /devices/{addr}/replace POST
    /groups POST
    /groups/{id} DELETE PUT
    /devices/{addr}/config/restore POST
    /devices/{addr}/install-mode POST
    /diagnostics GET
    /diagnostics/doctor GET
    /diagnostics/fleet GET
    /diagnostics/log-level PUT
    /diagnostics/log-levels/{path} DELETE PUT
    /diagnostics/logs GET
    /diagnostics/logs/stream GET
    /diagnostics/reliability GET
    /diagnostics/rssi GET
    /devices/{addr}/receiver PUT
    /diagnostics/streams GET
    /incidents DELETE
    /history/import GET
    /history/import POST
    /history/import DELETE
    /history/recording PUT
    /metrics/values/chosen PUT
    /energy/tariffs PUT
    /energy/tariffs/preview POST
    /install-mode POST
    /install-mode/interfaces POST
    /install-mode/search POST
    /interfaces/{id}/loop-test POST
    /interfaces/{id}/reconnect POST
    /matter/commissioning/window POST
    /matter/commissioning/window/close POST
    /matter/exposable PUT
    /matter/exposable/bulk POST
    /matter/fabrics/{id} DELETE
    /matter/setup-payload GET
    /matter/share POST
    /programs/{id} DELETE
    /system/ccu GET
    /system/ccu/{central}/position PUT
    /system/ccu/{central}/poweroff POST
    /system/ccu/{central}/reboot POST
    /system/ccu/{central}/recovery-mode POST
    /system/ccu/{central}/safe-mode POST
    /system/firmware/download POST
    /system/restart POST
    /system/update/install POST
    /alarm/codes GET POST
    /alarm/codes/{id} DELETE GET PUT
    /alarm/zones POST
    /alarm/zones/{id} DELETE PUT
    /alarm/zones/{id}/outputs PUT
    /alarm/zones/{id}/sensors PUT
    /users GET POST
    /users/{subject} DELETE PATCH
    /visibility/unignore PUT
    /notify/preview POST
    /notify/{name}/test POST
    /webhooks/{name}/test POST
  `,
};

const commands: Readonly<Record<Exclude<Access, 'public'>, string>> = {
  viewer: `
    acts.list areas.list diagrams.get diagrams.list floorplans.list alarm_messages.list backup.status calc_dp.get calc_dp.list ccu.device_statistics ccu.get_hub_data
    ccu.get_signal_quality cdp.get cdp.list central.connectivity central.links_status central.system_health change_history.list
    config.session.changes device.replace_candidates device.replacements device.team_candidates paramset.apply_targets devices.get devices.list diagnostics.radio diagnostics.radio_budget diagnostics.radio_estimate diagnostics.receiver_proposal diagnostics.rssi_matrix firmware.info firmware.plan groups.list groups.suitable_members groups.types history.read inbox.list incidents.get incidents.list
    install_mode.status links.get_form_schema links.get_paramset links.get_profiles links.linkable_channels
    links.list links.list_all links.preview_profile mqtt.status paramset.description paramset.determine paramset.form_schema paramset.get
    problems.list problems.times programs.list schedules.climate.get schedules.device.get schedules.list_devices service_messages.list
    system.commands system.health system.user_permissions sysvars.list sysvars.usage
    security.class security.faults security.get security.sources warnings.list
    notify.status webhooks.status alarm_panel.panels alarm_panel.readiness alarm_panel.state alarm_panel.walktest_status
  `,
  operator: `
    acts.end acts.start areas.create areas.delete areas.set_rooms areas.update diagrams.create diagrams.delete diagrams.update alarm_messages.ack alarm_messages.ack_all ccu.reload_channel_config ccu.reload_device_config cdp.invoke
    central.create_links central.reconcile central.remove_links change_history.clear config.reload_channel_config config.reload_device_config
    config.session.discard config.session.open config.session.redo config.session.save config.session.set
    config.session.undo device.test device.set_team device.rename device.rename_channel device.set_channel_functions device.set_channel_rooms
    firmware.plan_abort firmware.plan_add firmware.plan_change firmware.refresh inbox.accept inbox.release links.activate_paramset links.add links.apply_profile links.put_paramset
    links.remove links.set_info paramset.apply_to paramset.copy paramset.put programs.execute schedules.active_profile.set
    schedules.climate.copy_profile schedules.climate.set schedules.copy schedules.device.active_profile.set
    schedules.device.set schedules.set_enabled service_messages.ack service_messages.ack_all
    alarm_panel.acknowledge alarm_panel.arm alarm_panel.disarm alarm_panel.journal
    alarm_panel.silence alarm_panel.silence_all security.acknowledge warnings.silence warnings.unsilence
    service_messages.disable service_messages.suppressed service_messages.unsuppress sysvars.fetch sysvars.set
  `,
  admin: `
    backup.trigger backups.trigger ccu.enter_recovery_mode ccu.enter_safe_mode ccu.power_off ccu.set_position ccu.get_rssi_info ccu.throttle_stats central.info device.install_mode device.replace
    device.restore_config device.set_receiver firmware.update groups.create groups.delete groups.update incidents.clear install_mode.disable install_mode.enable
    install_mode.search programs.delete alarm_panel.codes_create alarm_panel.codes_delete alarm_panel.codes_list alarm_panel.codes_update
    security.put_source
  `,
};

/** By `METHOD path`; paths outside the API begin with `page `. */
export const writtenRoles: ReadonlyMap<string, Access> = new Map(
  rolesOf(operations, (line) => {
    const [, path = '', methods = ''] = /^((?:page )?\S+) (.+)$/.exec(line) ?? [];
    return methods.split(' ').map((method) => `${method} ${path}`);
  }),
);

export const writtenCommandRoles: ReadonlyMap<string, Access> = new Map(rolesOf(commands, (line) => line.split(' ')));

function rolesOf<Role extends Access>(
  table: Readonly<Record<Role, string>>,
  namesOf: (line: string) => readonly string[],
): (readonly [name: string, role: Role])[] {
  return (Object.entries(table) as [Role, string][]).flatMap(([role, text]) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .flatMap(namesOf)
      .map((name) => [name, role] as const),
  );
}
