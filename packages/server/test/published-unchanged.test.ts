import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contractFiles } from '../src/contract/make.js';
import { publishedParts } from './published-parts.js';

/** Digest of each part as clients know it. Parts that are new since are not in it. */
const known = JSON.parse(readFileSync(join(import.meta.dirname, 'published-parts.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

const TRANSLATED = 'new: texts that a CCU came with are translated beside the raw ones';
const NOT_READ = 'what was never read from a CCU is 503 or named in `X-Not-Read`';
const RELEASE = 'new: `awaiting_release`';
const NAMED = 'new: `corrections` says what the CCU made of names that are taken';
const DEVICE_PARAMSETS = 'new: `paramset_keys`, the paramsets at the address of the device';
const LISTED = 'new: `other_interfaces`, which the CCU lists and which are not connected';

const OF_CCU = 'new: `central`, and 409 where it is missing and several CCUs have the address';
/** Of every change that did not say it before. */
const IN_DOUBT = 'new: 502, where it is not known whether it was done';
const CHANGES = [
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/{id}',
  'DELETE /auth/tokens/{id}',
  'DELETE /backups/{id}',
  'DELETE /centrals/discovered/{serial}/ignore',
  'DELETE /centrals/{name}',
  'DELETE /config/fields/{path}',
  'DELETE /config/sections/{section}',
  'DELETE /diagnostics/log-levels/{path}',
  'DELETE /incidents',
  'DELETE /me/preferences/{key}',
  'DELETE /users/{subject}',
  'PATCH /auth/me/password',
  'PATCH /users/{subject}',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/tokens',
  'POST /auth/tokens/v2',
  'POST /backups/upload',
  'POST /centrals',
  'POST /centrals/discovered/{serial}/ignore',
  'POST /centrals/probe',
  'POST /devices/values:batch',
  'POST /interfaces/{id}/loop-test',
  'POST /setup',
  'POST /system/firmware/download',
  'POST /system/restart',
  'POST /ui/event',
  'POST /users',
  'PUT /centrals/{name}',
  'PUT /config/sections/{section}',
  'PUT /devices/{addr}/channels/{no}/flags',
  'PUT /diagnostics/log-level',
  'PUT /diagnostics/log-levels/{path}',
  'PUT /me/preferences/{key}',
  'PUT /visibility/unignore',
];

/** Readings of which a caller has few at a time. */
const HEAVY = 'new: 429, where a caller has too many of them at a time';
const HEAVY_READINGS = [
  'GET /audit',
  'GET /devices',
  'GET /devices/{addr}/cdps',
  'GET /devices/{addr}/channels',
  'GET /devices/{addr}/channels/{no}/calc-dps',
  'GET /diagnostics',
  'GET /diagnostics/logs',
  'GET /diagnostics/rssi',
  'GET /events/log',
  'GET /i18n/entities',
  'GET /incidents',
  'GET /links',
  'GET /visibility/unignore',
  'GET /visibility/unignore/candidates',
];

const CONFIRM = 'new: `confirm`, why people are asked before a write';

const PROFILES = 'new: profiles of links with settings and `confirm`, also for a new link and in lists';

const MATTER = 'new: the shapes of the Matter bridge, which had none before it was there';

/** Parts that say something else than clients know, on purpose: the name as in the file, and why. */
const corrections: Readonly<Record<string, string>> = {
  'broadcast datapoint.value_changed': 'new: `value_status`; names `category` and `data_point_type` of `classify`',
  'broadcast system.status_changed': 'new: `unproved_since`',
  'schemas/SystemStatusEvent': 'new: `unproved_since`',
  'schemas/CustomDPSummary': CONFIRM,
  'ws schemas/CustomDPSummary': CONFIRM,
  'schemas/DataPointSummary': 'new: `confirm` and `value_status`',
  'schemas/SetupRequest': '`mqtt` has the shape of the reference contract; it was any value, and refused',
  'ws-catalogue': 'new: `frames`, `resume` and `heartbeat`, the members of control frames',
  'schemas/InboxDevice': RELEASE,
  'ws schemas/InboxDevice': RELEASE,
  'schemas/BackupEntry': 'new: `cut_off_bytes`, what came behind the end of an archive',
  ...Object.fromEntries(CHANGES.map((change) => [change, IN_DOUBT])),
  ...Object.fromEntries(HEAVY_READINGS.map((reading) => [reading, HEAVY])),
  'broadcast custom_data_point.state_changed': 'names `available`, which was always sent',
  'broadcast hub.install_mode_changed': 'names `interface_id`, which was always sent',
  'PATCH /programs/{id}': 'its 202 has a body now, which says whether the CCU ran the program because of it',
  'PATCH /devices/{addr}': NAMED,
  'PATCH /devices/{addr}/channels/{no}': NAMED,
  'POST /devices/{addr}/accept': NAMED,
  'command device.rename': NAMED,
  'command device.rename_channel': NAMED,
  'command inbox.accept': NAMED,
  'schemas/Info': 'new: `certificate`, where the gateway speaks HTTPS itself',
  'schemas/CentralRow': 'new: `timezone`',
  'schemas/CentralProbe': 'new: `login` and `interfaces`',
  'schemas/ConfigSchema': 'new: what is allowed, the variable that pins a setting, and its section',
  'schemas/ReliabilityEntry': 'new: `ping_ms`, `callback_url`, `reconnects` and `cause`',
  'ws schemas/ReliabilityEntry': 'new: `ping_ms`, `callback_url`, `reconnects` and `cause`',
  'schemas/SystemCCUEntry': LISTED,
  'ws schemas/SystemCCUEntry': LISTED,
  'schemas/HubDataPoints': 'counts that were never read are null',
  'ws schemas/HubDataPoints': 'counts that were never read are null',
  'schemas/DeviceSummary': DEVICE_PARAMSETS,
  'ws schemas/DeviceSummary': DEVICE_PARAMSETS,
  'schemas/DeviceDetail': DEVICE_PARAMSETS,
  'ws schemas/DeviceDetail': DEVICE_PARAMSETS,
  'GET /devices/{addr}/links': PROFILES,
  'POST /devices/{addr}/links': PROFILES,
  'command links.add': PROFILES,
  'command links.apply_profile': PROFILES,
  'command links.get_profiles': PROFILES,
  'command links.list': PROFILES,
  'schemas/Link': PROFILES,
  'ws schemas/Link': PROFILES,
  'schemas/EditSession': 'new: `since` and `held_before`',
  'GET /sessions/edit': OF_CCU,
  'POST /sessions/edit': OF_CCU,
  'DELETE /sessions/edit': OF_CCU,
  'POST /sessions/edit/heartbeat': OF_CCU,
  'POST /sessions/edit/take-over': OF_CCU,
  'GET /devices/{addr}/icon': 'new: `central`, `artwork_only`',
  'GET /snapshot': 'new: `omit`, `shared`, `device`',
  'schemas/Health': 'new: `reason`',
  'ws schemas/Health': 'new: `reason`',
  'schemas/Incident': 'new: `kind`, `code`, `facts`',
  'ws schemas/Incident': 'new: `kind`, `code`, `facts`',
  'schemas/AuditEntry': 'new: `token_fingerprint`, `via_user`, `via_user_name`',
  'ws schemas/AuditEntry': 'new: `token_fingerprint`, `via_user`, `via_user_name`',
  'schemas/Snapshot':
    'new: `values` and `descriptions` with `shared`, `not_read`, and `translated_name` of rooms and functions',
  'schemas/SysvarSummary': TRANSLATED,
  'ws schemas/SysvarSummary': TRANSLATED,
  'schemas/RoomEntry': TRANSLATED,
  'schemas/FunctionEntry': TRANSLATED,
  'schemas/TokenSummary':
    'new: `last_client`, `created_by`, `live_sockets`; `last_seen_at` is null before the first use',
  'schemas/SessionSummary': 'new: `last_seen_at`, null before the first use, and `live_sockets`',
  'schemas/UserSummary': 'new: `source`, `sessions`, `disabled_at`; `last_seen_at` is null before the first sign-in',
  'schemas/UserUpdate': 'new: `disabled`',
  'DELETE /auth/tokens/v2/{fingerprint}': 'its 409 says that the token is the last way to sign in',
  'GET /sysvars/{name}': 'new: `locale`',
  'command sysvars.list': 'new: `locale`',
  'POST /devices/refresh': 'new: `central`',
  'command central.reconcile': 'new: `central_name`',
  'DELETE /matter/fabrics/{id}': MATTER,
  'GET /matter/exposable': MATTER,
  'GET /matter/fabrics': MATTER,
  'GET /matter/setup-payload': MATTER,
  'POST /matter/commissioning/window': MATTER,
  'POST /matter/commissioning/window/close': MATTER,
  'POST /matter/exposable/bulk': MATTER,
  'POST /matter/share': MATTER,
  'PUT /matter/exposable': MATTER,
  'schemas/MatterStatus': 'new: `problems`, the address and the length of the window',
  'GET /programs': NOT_READ,
  'GET /sysvars': NOT_READ,
  'GET /inbox': NOT_READ,
  'GET /alarm-messages': NOT_READ,
  'GET /service-messages': NOT_READ,
  'GET /rooms': NOT_READ,
  'GET /functions': NOT_READ,
};

const published = publishedParts(contractFiles());

it('shows clients the same operations, commands, events and shapes, but for the listed corrections', () => {
  const changed = Object.keys(known).filter((name) => published[name] !== known[name] && !(name in corrections));
  expect(changed, 'changed or gone: put it back, or list it in `corrections` with the reason').toEqual([]);
});

it('lists no correction of something that is as it was', () => {
  expect(Object.keys(corrections).filter((name) => published[name] === known[name])).toEqual([]);
});

interface Shape {
  readonly required: string[];
  readonly properties: Record<string, unknown>;
}

it('sees a member that became optional, one that got another type and one that is gone, and no other words', () => {
  const files = contractFiles();
  const edited = (edit: (link: Shape) => unknown) => {
    const document = JSON.parse(files['openapi.json']);
    edit(document.components.schemas.Link);
    return publishedParts({ ...files, 'openapi.json': JSON.stringify(document) })['schemas/Link'];
  };
  const before = published['schemas/Link'];
  const described = { type: 'string', description: 'Other words.' };
  expect(edited(({ properties }) => Object.assign(properties, { description: described }))).toBe(before);
  expect(edited(({ required }) => required.pop())).not.toBe(before);
  expect(edited(({ properties }) => Object.assign(properties, { name: { type: 'integer' } }))).not.toBe(before);
  expect(edited(({ properties }) => delete properties.description)).not.toBe(before);
});
