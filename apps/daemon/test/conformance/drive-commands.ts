import { expect } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Calls = (command: string, args?: Readonly<Record<string, unknown>>) => Promise<any>;

const RADIATOR = '00F1C0DE000001';
const DIMMER = '00F1C0DE000007';

/** Calls every command with what the invented house has; what destroys comes last. */
export async function driveCommands(call: Calls): Promise<void> {
  for (const name of READS) await call(name);
  await driveDevices(call);
  await driveParamsets(call);
  await driveSchedules(call);
  await driveLinks(call);
  await driveHub(call);
}

const READS = [
  ...['alarm_messages.list', 'service_messages.list', 'backup.status', 'ccu.device_statistics', 'ccu.get_hub_data'],
  ...['ccu.get_rssi_info', 'ccu.get_signal_quality', 'ccu.throttle_stats', 'central.connectivity', 'central.info'],
  ...['central.system_health', 'change_history.list', 'change_history.clear', 'devices.list', 'firmware.info'],
  ...['incidents.list', 'incidents.get', 'incidents.clear', 'inbox.list', 'install_mode.status'],
  ...['links.list_all', 'programs.list', 'schedules.list_devices', 'service_messages.suppressed', 'system.commands'],
  ...['system.health', 'system.user_permissions', 'sysvars.list', 'cdp.list', 'calc_dp.list', 'central.reconcile'],
  ...['firmware.refresh', 'firmware.update'],
] as const;

async function driveDevices(call: Calls): Promise<void> {
  await call('devices.get', { address: DIMMER });
  const customs = await call('cdp.list', { device: DIMMER });
  await call('cdp.get', { device: DIMMER, name: customs[0].name });
  await call('cdp.invoke', { device: DIMMER, name: customs[0].name, operation: 'turn_on' });
  for (const { address: device } of await call('devices.list')) {
    const [calculated] = await call('calc_dp.list', { device });
    if (calculated !== undefined) await call('calc_dp.get', { device, name: calculated.name });
  }
  await call('device.rename', { address: DIMMER, name: 'Esstisch', include_channels: true });
  await call('device.rename_channel', { address: DIMMER, channel: 4, name: 'Esstisch links' });
  await call('device.set_channel_rooms', { address: DIMMER, channel: 4, rooms: ['Küche'] });
  await call('device.set_channel_functions', { address: DIMMER, channel: 4, functions: ['Licht'] });
  await call('device.install_mode', { address: DIMMER, duration_seconds: 20 });
  await call('device.restore_config', { address: DIMMER });
  for (const family of ['ccu', 'config']) {
    await call(`${family}.reload_device_config`, { device_address: DIMMER });
    await call(`${family}.reload_channel_config`, { channel_address: `${DIMMER}:4` });
  }
  await call('device.restore_config', { address: 'SIM0000001' });
  await call('device.install_mode', { address: 'SIM0000001', duration_seconds: 20 });
}

async function driveParamsets(call: Calls): Promise<void> {
  const at = { channel_address: `${RADIATOR}:1`, paramset_key: 'MASTER' };
  const { TEMPERATURE_OFFSET: offset } = await call('paramset.get', at);
  await call('paramset.put', { ...at, values: { TEMPERATURE_OFFSET: offset === 1 ? 0.5 : 1 }, edit_token: '' });
  await call('paramset.description', at);
  await call('paramset.form_schema', { address: RADIATOR, channel_no: 1, paramset: 'MASTER', locale: 'de' });
  await call('paramset.determine', { ...at, interface_id: 'home-HmIP-RF', parameter_id: 'TEMPERATURE_OFFSET' });
  await call('paramset.copy', { source_channel_address: `${RADIATOR}:1`, target_channel_address: '00F1C0DE000002:1' });
  await call('config.session.open', at);
  await call('config.session.set', { ...at, parameter: 'TEMPERATURE_OFFSET', value: 1.5 });
  await call('config.session.undo', at);
  await call('config.session.redo', at);
  await call('config.session.changes', at);
  await call('config.session.save', at);
  await call('config.session.open', at);
  await call('config.session.discard', at);
}

async function driveSchedules(call: Calls): Promise<void> {
  const device_address = RADIATOR;
  const channel_address = `${RADIATOR}:1`;
  const profile = await call('schedules.device.get', { device_address });
  await call('schedules.device.set', { device_address, profile });
  await call('schedules.device.active_profile.set', { device_address, profile: 'P1' });
  await call('schedules.climate.get', { channel_address });
  await call('schedules.climate.set', { channel_address, profile });
  await call('schedules.active_profile.set', { channel_address, profile_index: 1 });
  await call('schedules.climate.copy_profile', {
    source_channel_address: channel_address,
    source_profile: 1,
    target_channel_address: channel_address,
    target_profile: 2,
  });
  await call('schedules.copy', { source_device_address: RADIATOR, target_device_address: RADIATOR });
  const { items } = await call('schedules.list_devices');
  for (const { address, kind } of items) {
    if (kind === 'week_profile') await call('schedules.set_enabled', { device_address: address, enabled: true });
  }
}

async function driveLinks(call: Calls): Promise<void> {
  const devices = await call('devices.list');
  const remote = devices.find(({ model }: { model: string }) => model === 'HmIP-WRC6').address;
  const sender = `${remote}:1`;
  const receiver = `${DIMMER}:4`;
  await call('links.linkable_channels', { device_address: remote });
  await call('links.add', { sender, receiver, name: 'Probe' });
  await call('links.list', { device_address: remote });
  await call('links.set_info', { sender, receiver, name: 'Anders' });
  const values = await call('links.get_paramset', { address: receiver, peer_address: sender });
  const [first = ['', 0]] = Object.entries(values);
  const parameters = Object.fromEntries([first]);
  await call('links.put_paramset', { address: receiver, peer_address: sender, parameters, edit_token: '' });
  await call('links.get_form_schema', {
    interface_id: 'home-HmIP-RF',
    sender_channel_address: sender,
    receiver_channel_address: receiver,
  });
  const ends = { sender_channel_address: sender, receiver_channel_address: receiver };
  await call('links.get_profiles', ends);
  await call('links.preview_profile', { ...ends, profile_id: 1, locale: 'de' });
  await call('links.apply_profile', { ...ends, profile_id: 1, edit_token: '' });
  await call('links.activate_paramset', {
    sender_channel_address: sender,
    receiver_channel_address: receiver,
    long_press: false,
  });
  await call('links.remove', { sender, receiver });
  await call('central.links_status', { device_address: remote });
  await call('central.create_links', { address: remote });
  await call('central.remove_links', { device_address: remote, channel: `${remote}:2` });
}

async function driveHub(call: Calls): Promise<void> {
  const programs = await call('programs.list', { include_internal: true });
  await call('programs.execute', { id: programs[0].id, check_conditions: false });
  await call('sysvars.set', { name: 'Strompreis', value: 30 });
  await call('sysvars.fetch', { central_name: 'home' });
  await call('sysvars.usage', { name: 'Anwesenheit', central_name: 'home' });
  const alarms = await call('alarm_messages.list');
  await call('alarm_messages.ack', { id: alarms[0].id });
  await call('alarm_messages.ack_all');
  const services = await call('service_messages.list');
  const { id } = services.find(({ quittable }: { quittable: boolean }) => quittable);
  await call('service_messages.ack', { id });
  await call('service_messages.disable', { id: services[0].id });
  await call('service_messages.ack_all');
  await call('service_messages.unsuppress', { channel: `${RADIATOR}:0` });
  await call('install_mode.enable', { interface_id: 'HmIP-RF', duration_seconds: 20 });
  await call('install_mode.disable', { interface_id: 'HmIP-RF' });
  await call('install_mode.search', { interface_id: 'HmIP-RF' });
  const inbox = await call('inbox.list');
  await call('inbox.accept', { device_address: inbox[0].address, name: 'Neu' });
  await call('backup.trigger');
  await expect.poll(() => call('backups.trigger', { central_name: 'home' }), { timeout: 10_000 }).toBeDefined();
  await call('programs.delete', { id: programs.at(-1).id });
}
