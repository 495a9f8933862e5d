import type { Driver, Request } from './driver.js';

const CHANNEL = '/devices/{addr}/channels/{no}';

/** Uses the API of the invented house as its people would, one family after the other; what destroys comes last. */
export async function driveHouse(driver: Driver): Promise<void> {
  await driveAccess(driver);
  await driveHub(driver);
  await driveSystem(driver);
  await driveAdministration(driver);
  await driveLinks(driver);
  await driveChanges(driver);
  await driveDeviceAdministration(driver);
}

async function driveAccess({ ask }: Driver): Promise<void> {
  for (const path of ['/info', '/health', '/setup/status', '/auth/me']) await ask(`GET ${path}`, { as: 'stranger' });
  const credential = { username: 'neu', password: 'lang genug 1' };
  await ask('POST /users', { body: { ...credential, role: 'operator' } });
  await ask('POST /users', { body: { ...credential, role: 'operator' } });
  await ask('POST /setup', { as: 'stranger', body: { admin: credential, locale: { locale: 'de', theme: 'dark' } } });
  await ask('GET /users');
  await ask('POST /auth/login', { as: 'stranger', body: credential });
  await ask('POST /auth/login', { as: 'stranger', body: { ...credential, password: 'falsch' } });
  await ask('POST /auth/logout', { as: 'stranger' });
  await ask('GET /auth/me', { as: 'viewer' });
  const authorization = `Basic ${Buffer.from('neu:lang genug 1').toString('base64')}`;
  await ask('PATCH /auth/me/password', {
    as: 'stranger',
    headers: { authorization },
    body: { current_password: credential.password, new_password: 'auch lang genug 2' },
  });
  await ask('PATCH /users/{subject}', { params: { subject: 'neu' }, body: { role: 'viewer' } });
  await ask('DELETE /users/{subject}', { params: { subject: 'neu' } });
  await ask('GET /auth/users');
  for (const path of ['/auth/tokens', '/auth/tokens/v2']) {
    const { json } = await ask(`POST ${path}`, { body: { subject: 'homeassistant', role: 'viewer' } });
    await ask(`POST ${path}`, { body: { subject: 'homeassistant', role: 'root' } });
    await ask(`GET ${path}`);
    if (path.endsWith('v2')) await ask(`DELETE ${path}/{fingerprint}`, { params: { fingerprint: json.fingerprint } });
    else await ask(`DELETE ${path}/{id}`, { params: { id: json.id } });
  }
  await ask('GET /auth/oidc/start', { as: 'stranger' });
  await ask('GET /auth/oidc/callback', { as: 'stranger', query: { code: 'x', state: 'y' } });
  const own = { params: { key: 'dashboard' } };
  await ask('GET /me/preferences/{key}', own);
  await ask('PUT /me/preferences/{key}', { ...own, body: { columns: [1, 2] } });
  await ask('GET /me/preferences/{key}', own);
  await ask('DELETE /me/preferences/{key}', own);
  await ask('POST /ui/event', { body: { event: 'opened', properties: { page: 'devices' } } });
  const key = 'channel:00F1C0DE000001:1:MASTER';
  await ask('POST /sessions/edit', { body: { key } });
  await ask('POST /sessions/edit', { body: { key }, as: 'operator' });
  await ask('POST /sessions/edit/heartbeat', { body: { key } });
  await ask('POST /sessions/edit/take-over', { body: { key }, as: 'operator' });
  await ask('POST /sessions/edit/heartbeat', { body: { key } });
  await ask('DELETE /sessions/edit', { body: { key } });
}

async function driveHub({ ask }: Driver): Promise<void> {
  const { json: programs } = await ask('GET /programs', { query: { include_internal: 'true' } });
  await ask('GET /programs', { query: { page: '1', per_page: '2' } });
  for (const { id } of programs) await ask('GET /programs/{id}', { params: { id } });
  const program = { params: { id: programs[0].id } };
  await ask('POST /programs/{id}/execute', program);
  await ask('POST /programs/{id}/execute', { ...program, body: { check_conditions: true } });
  await ask('PATCH /programs/{id}', { ...program, body: { active: false } });

  const { json: sysvars } = await ask('GET /sysvars');
  for (const { name, value, central } of sysvars) {
    await ask('GET /sysvars/{name}', { params: { name } });
    await ask('GET /sysvars/{name}/usage', { params: { name }, query: { central } });
    if (value !== undefined) await ask('PUT /sysvars/{name}', { params: { name }, body: { value } });
  }
  await ask('PUT /sysvars/{name}', { params: { name: 'Jahreszeit' }, body: { value: 'Herbst oder so' } });
  for (const value_type of ['BOOL', 'INTEGER', 'FLOAT', 'STRING', 'ALARM', 'COLOR']) {
    await ask('POST /sysvars', { body: { name: `Neu ${value_type}`, value_type } });
  }
  await ask('POST /sysvars', { body: { name: 'Neu ENUM', value_type: 'ENUM', value_list: ['a', 'b'] } });
  await ask('POST /sysvars/fetch');
  await ask('PATCH /sysvars/{name}', { params: { name: 'Strompreis' }, body: { unit: 'EUR' } });
  await ask('GET /sysvars');
  await ask('GET /hub/data-points');

  for (const kind of ['alarm-messages', 'service-messages']) {
    const { json: messages } = await ask(`GET /${kind}`);
    const id = messages.find(({ quittable = true }: { quittable?: boolean }) => quittable)?.id ?? '1';
    if (kind === 'service-messages') {
      for (const each of messages) await ask('POST /service-messages/{id}/disable', { params: { id: each.id } });
    }
    await ask(`POST /${kind}/{id}/ack`, { params: { id } });
    await ask(`POST /${kind}/ack-all`);
  }
  const { json: suppressed } = await ask('GET /service-messages/suppressed');
  const channel = suppressed[0]?.channel ?? '00F1C0DE000001:0';
  await ask('POST /service-messages/unsuppress', { body: { channel } });

  for (const kind of ['rooms', 'functions']) {
    await ask(`GET /${kind}`);
    await ask(`POST /${kind}`, { body: { name: 'Neu' } });
    await ask(`POST /${kind}`, { body: { name: 'Neu' } });
    await ask(`PATCH /${kind}/{name}`, { params: { name: 'Neu' }, body: { new_name: 'Neuer' } });
    await ask(`DELETE /${kind}/{name}`, { params: { name: 'Neuer' } });
  }
  await ask('GET /install-mode/interfaces');
  await ask('POST /install-mode/interfaces', { body: { interface: 'HmIP-RF', active: true, seconds: 30 } });
  await ask('POST /install-mode/interfaces', { body: { interface: 'HmIP-RF', active: false } });
  await ask('POST /install-mode/search', { body: { interface: 'BidCos-Wired' } });
  await ask('POST /install-mode/search', { body: { interface: 'HmIP-RF' } });
  const { json: inbox } = await ask('GET /inbox');
  const addr = inbox[0]?.address ?? 'NOBODY';
  await ask('POST /devices/{addr}/accept', { params: { addr }, body: { name: 'Angelernt' } });
  await ask('DELETE /programs/{id}', { params: { id: programs.at(-1).id } });
  await ask('DELETE /sysvars/{name}', { params: { name: 'Neu BOOL' } });
}

async function driveSystem({ ask }: Driver): Promise<void> {
  const read = [
    ...['/interfaces', '/system/ccu', '/system/restart-pending', '/system/config-changes', '/system/status'],
    ...['/system/update', '/system/metrics', '/metrics', '/config', '/config/schema', '/snapshot', '/events'],
    ...['/matter/status', '/matter/fabrics', '/matter/setup-payload', '/matter/exposable', '/incidents', '/audit'],
    ...['/diagnostics/log-level', '/diagnostics/log-levels', '/centrals', '/links', '/visibility/unignore'],
    ...['/visibility/unignore/candidates'],
  ];
  for (const path of read) for (const as of ['viewer', 'admin'] as const) await ask(`GET ${path}`, { as });
  const readByAdmin = ['/config/effective', '/diagnostics', '/diagnostics/logs', '/diagnostics/rssi', '/backups'];
  for (const path of [...readByAdmin, '/diagnostics/reliability']) await ask(`GET ${path}`);
  await ask('GET /diagnostics/logs/stream');
  await ask('GET /diagnostics', { query: { anonymize: '0' } });
  await ask('GET /diagnostics/logs', { query: { format: 'ndjson', download: '1' } });
  await ask('GET /audit', { query: { format: 'csv' } });
  await ask('GET /audit', { query: { since: 'gestern' } });
  await ask('GET /snapshot', { query: { include: 'channels,data_points', anonymize: 'true' } });
  await ask('GET /snapshot', { query: { include: 'data_points' }, headers: { accept: 'application/x-ndjson' } });
  await ask('GET /visibility/unignore/candidates', { query: { include_master: 'true' } });
  const { json: interfaces } = await ask('GET /interfaces');
  for (const { id } of interfaces) await ask('GET /interfaces/{id}', { params: { id } });
  const { json: dump } = await ask('GET /config/effective');
  for (const section of Object.keys(dump?.config ?? {})) {
    await ask('GET /config/sections/{section}', { params: { section } });
  }
  await ask('POST /ui/event', { body: {} });
}

async function driveAdministration({ ask }: Driver): Promise<void> {
  const section = { params: { section: 'backup' } };
  const { json: backup } = await ask('GET /config/sections/{section}', section);
  await ask('PUT /config/sections/{section}', { ...section, body: backup });
  await ask('PUT /config/sections/{section}', { ...section, body: { nothing: 1 } });
  await ask('DELETE /config/fields/{path}', { params: { path: 'backup.keep_last' } });
  await ask('DELETE /config/sections/{section}', section);
  await ask('PUT /visibility/unignore', { body: { central_name: 'home', patterns: ['ERROR_CODE', '::'] } });
  await ask('GET /visibility/unignore');
  await ask('PUT /diagnostics/log-level', { body: { level: 'debug' } });
  const logger = { params: { path: 'ccu.home' } };
  await ask('PUT /diagnostics/log-levels/{path}', { ...logger, body: { level: 'warn', ttl_seconds: 60 } });
  await ask('GET /diagnostics/log-levels');
  await ask('DELETE /diagnostics/log-levels/{path}', logger);
  const row = { name: 'zweite', host: '127.0.0.1', enabled: false, interfaces: [{ name: 'HmIP-RF' }] };
  await ask('POST /centrals', { body: row });
  await ask('POST /centrals', { body: row });
  await ask('GET /centrals');
  await ask('GET /centrals/{name}', { params: { name: 'zweite' } });
  await ask('PUT /centrals/{name}', { params: { name: 'zweite' }, body: { ...row, username: 'x' } });
  await ask('DELETE /centrals/{name}', { params: { name: 'zweite' } });
  await ask('GET /centrals/discovered');
  await ask('POST /centrals/discovered/{serial}/ignore', { params: { serial: 'NEQ1234567' } });
  await ask('GET /centrals/discovered/ignored');
  await ask('DELETE /centrals/discovered/{serial}/ignore', { params: { serial: 'NEQ1234567' } });
  await ask('DELETE /incidents');
  await driveBackups({ ask });
  await driveMatter({ ask });
}

async function driveBackups({ ask }: Pick<Driver, 'ask'>): Promise<void> {
  const { json: begun } = await ask('POST /backups', { body: { central_name: 'home' } });
  const params = { id: begun?.id ?? 'none' };
  for (;;) {
    const { json: kept } = await ask('GET /backups');
    if (!Array.isArray(kept) || kept.some(({ id }: { id: string }) => id === params.id)) break;
    await new Promise((settle) => setTimeout(settle, 20));
  }
  await ask('GET /backups/{id}/download', { params });
  await ask('POST /backups/{id}/restore', { params });
}

async function driveMatter({ ask }: Pick<Driver, 'ask'>): Promise<void> {
  const exposure = {
    central_name: 'home',
    device_address: 'X',
    channel_no: 1,
    dp_kind: 'custom',
    dp_key: 'x',
    enabled: true,
  };
  await ask('DELETE /matter/fabrics/{id}', { params: { id: 1 } });
  await ask('PUT /matter/exposable', { body: exposure });
  await ask('POST /matter/exposable/bulk', { body: { items: [exposure] } });
  await ask('POST /matter/commissioning/window', { body: { duration_seconds: 180 } });
  await ask('POST /matter/commissioning/window/close');
  await ask('POST /matter/share');
}

async function driveLinks({ ask }: Driver): Promise<void> {
  const { json: house } = await ask('GET /devices', { query: { per_page: '500' } });
  const remote = house.items.find(({ model }: { model: string }) => model === 'HmIP-WRC6').address;
  const linkable = await ask(`GET ${CHANNEL}/linkable-channels`, {
    params: { addr: remote, no: 1 },
    query: { role: 'sender', interface: 'HmIP-RF' },
  });
  const receiver = linkable.json.at(-1).address;
  const body = { sender_address: `${remote}:1`, receiver_address: receiver };
  const params = { addr: remote };
  await ask('POST /devices/{addr}/links', { params, body: { ...body, name: 'Probe' } });
  await ask('PATCH /devices/{addr}/links', { params, body: { ...body, name: 'Anders' } });
  await ask('GET /devices/{addr}/links', { params, query: { locale: 'de', with_profiles: 'true' } });
  await ask('GET /links');
  const peer = { addr: receiver, peer: `${remote}:1` };
  const { json: values } = await ask('GET /devices/{addr}/link-ps/{peer}', { params: peer });
  const [first] = Object.entries(values);
  if (first !== undefined) {
    await ask('PUT /devices/{addr}/link-ps/{peer}', { params: peer, body: Object.fromEntries([first]) });
  }
  await ask('PUT /devices/{addr}/link-ps/{peer}', { params: peer, body: { NO_SUCH_THING: 1 } });
  const [addr = '', no = ''] = receiver.split(':');
  const ui: Request = { params: { addr, no }, query: { paramset: 'LINK', peer: `${remote}:1`, locale: 'en' } };
  await ask(`GET ${CHANNEL}/ui-schema`, ui);
  await ask('POST /devices/{addr}/links/test', { params, body: { ...body, long_press: true } });
  await ask('DELETE /devices/{addr}/links', { params, query: { sender: `${remote}:1`, receiver } });
  await ask('POST /devices/{addr}/central-links', { params, query: { channel: `${remote}:2` } });
  await ask('DELETE /devices/{addr}/central-links', { params });
  await ask('POST /devices/{addr}/central-links', { params: { addr: 'HmIP-RCV-1' } });
}

/** What really changes something, for those who listen. */
async function driveChanges({ ask }: Driver): Promise<void> {
  const lamp = { addr: '00F1C0DE000007', name: 'LEVEL' };
  for (const operation of ['turn_on', 'turn_off']) {
    await ask('POST /devices/{addr}/cdps/{name}/{operation}', { params: { ...lamp, operation }, as: 'operator' });
  }
  const params = { addr: '00F1C0DE000001' };
  const { json: schedule } = await ask('GET /devices/{addr}/schedule', { params });
  schedule.profiles.P1.weekdays.SUNDAY.periods = [{ start_time: '07:15', end_time: '08:45', temperature: 23 }];
  await ask('PUT /devices/{addr}/schedule', { params, body: schedule });
  const late = [{ start_time: '23:00', end_time: '24:30', temperature: 23 }];
  schedule.profiles.P1.weekdays.SUNDAY.periods = late;
  await ask('PUT /devices/{addr}/schedule', { params, body: schedule });
}

async function driveDeviceAdministration({ ask }: Driver): Promise<void> {
  const addr = '00F1C0DE000007';
  const params = { addr };
  const channel = { addr, no: 4 };
  const queries = [
    { address: addr, channel: 4, parameter: 'LEVEL' },
    { address: 'NOBODY', channel: 4, parameter: 'LEVEL' },
  ];
  await ask('GET /devices', { query: { page: '1', per_page: '3', central: 'home' } });
  await ask('POST /devices/values:batch', { body: { queries } });
  await ask('POST /devices/values:batch', { body: { queries: [] } });
  await ask('GET /devices/{addr}/icon', { params, as: 'stranger' });
  await ask('PATCH /devices/{addr}', { params, body: { name: 'Esstisch', rooms: ['Küche'], include_channels: true } });
  await ask(`PATCH ${CHANNEL}`, { params: channel, body: { name: 'Esstisch links', functions: ['Licht'] } });
  await ask(`PUT ${CHANNEL}/flags`, { params: channel, body: { hidden: true } });
  await ask(`PUT ${CHANNEL}/flags`, { params: channel, body: { hidden: false } });
  await ask('POST /devices/refresh');
  await ask('POST /devices/firmware/refresh');
  await ask('POST /devices/{addr}/reload', { params });
  await ask(`POST ${CHANNEL}/reload`, { params: channel });
  await ask('POST /devices/{addr}/firmware/update', { params });
  await ask('POST /devices/{addr}/config/restore', { params });
  await ask('POST /devices/{addr}/install-mode', { params, body: { seconds: 30 } });
  const { json: old } = await ask('GET /devices', { query: { per_page: '500' } });
  const rf = old.items.find((each: { interface: string }) => each.interface === 'BidCos-RF').address;
  await ask('POST /devices/{addr}/install-mode', { params: { addr: rf } });
  await ask('POST /devices/{addr}/config/restore', { params: { addr: rf } });
  await ask('PUT /devices/{addr}/paramsets/{key}', {
    params: { addr: '00F1C0DE000001:1', key: 'MASTER' },
    body: { TEMPERATURE_OFFSET: 0.5 },
  });
  await ask(`POST ${CHANNEL}/paramsets/{key}/determine`, {
    params: { addr: '00F1C0DE000001', no: 1, key: 'MASTER' },
    body: { parameter: 'TEMPERATURE_OFFSET' },
  });
  await ask(`POST ${CHANNEL}/paramsets/{key}/determine`, {
    params: { addr: rf, no: 1, key: 'VALUES' },
    body: { parameter: 'STATE' },
  });
  await ask('DELETE /devices/{addr}', { params, query: { reset: 'true' } });
  await ask('POST /system/firmware/download', { body: { url: 'http://127.0.0.1/firmware.tgz' } });
  await ask('POST /system/update/install');
}

/** What cuts the gateway off from its CCU. */
export async function driveEnd({ ask }: Driver): Promise<void> {
  const { json: interfaces } = await ask('GET /interfaces');
  await ask('POST /interfaces/{id}/reconnect', { params: { id: interfaces[0].id } });
  await ask('POST /system/restart');
  await ask('POST /system/ccu/{central}/reboot', { params: { central: 'home' } });
}
