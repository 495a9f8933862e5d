import { isAtOrBelow } from '@ccu-gateway/gateway-core/parts';
import { expect, it } from 'vitest';
import { createHotSettings } from '../config/index.js';
import { BOOTSTRAP_ONLY } from '../config/schema/schema.js';
import { CONFIG_LEAVES } from '../config/sections.js';
import { addHotSettings } from './hot-settings.js';

/** Handling of each setting; those that only the file can set are not here. */
const AT_ONCE = `
  locale logging.level logging.overrides
  north.rest.public_url north.rest.allowed_hosts north.rest.trusted_proxies north.rest.cors
  north.rest.csrf_enabled north.rest.csrf_secure
  north.rest.ws.replay_capacity north.rest.ws.ring_frames north.rest.ws.ring_bytes north.rest.ws.lag_frames
  north.rest.ws.lag_bytes north.rest.ws.log_events north.rest.ws.log_bytes north.rest.ws.max_connections
  north.rest.ws.max_connections_per_principal
  north.rest.auth.basic_enabled north.rest.auth.bearer_enabled north.rest.auth.user_roles
  north.rest.auth.oidc.enabled north.rest.auth.oidc.issuer north.rest.auth.oidc.client_id
  north.rest.auth.oidc.client_secret north.rest.auth.oidc.redirect_url north.rest.auth.oidc.role_claim
  north.rest.auth.oidc.require_role north.rest.auth.oidc.token_endpoint_auth_method north.rest.auth.oidc.end_session
  north.rest.auth.oidc.post_logout_redirect_url
  north.rest.auth.ccu.enabled north.rest.auth.ccu.primary north.rest.auth.ccu.central
  north.rest.auth.ccu.min_user_level north.rest.auth.ccu.role_mapping
  north.rest.auth.ha_ingress.enabled north.rest.auth.ha_ingress.trusted_proxy_cidr north.rest.auth.ha_ingress.role
  north.rest.auth.ha_ingress.user_roles
  north.discovery.ssdp.enabled north.discovery.ssdp.interval
  callback.max_connections callback.restrict_source_ips
  reliability.command_retry_initial_delay reliability.command_throttle_inter_command_delay
  backup.schedule backup.keep_last backup.dir
  backup.own.schedule backup.own.keep_last backup.own.dir backup.own.history backup.own.events
  backup.own.target.kind backup.own.target.url backup.own.target.region backup.own.target.username
  backup.own.target.password backup.own.target.keep_last
  history.enabled history.max_days history.max_bytes history.write_interval history.standard history.include
  history.exclude history.metrics history.long_term.years history.long_term.max_bytes
  mqtt.brokers
  webhooks.endpoints
  notify.language notify.channels notify.rules
  matter.enabled matter.port matter.name matter.profile
  mcp.enabled mcp.allow mcp.locks
`;
const AFTER_A_RESTART = `
  callback.host callback.port callback.bin_port callback.public_host callback.instance_name
  persistence.sqlite_driver persistence.write_interval persistence.journal_bytes
  persistence.values_cache.enabled persistence.values_cache.flush_interval
  persistence.values_cache.disabled_centrals
`;
const wordsOf = (text: string) => text.trim().split(/\s+/);
const marks = new Map([
  ...wordsOf(AT_ONCE).map((path) => [path, 'at once'] as const),
  ...wordsOf(AFTER_A_RESTART).map((path) => [path, 'after a restart'] as const),
]);

const hot = createHotSettings();
// The parts are asked only when a setting changes.
addHotSettings(hot, {} as Parameters<typeof addHotSettings>[1]);
const settings = CONFIG_LEAVES.map(({ path }) => path).filter(
  (path) => !BOOTSTRAP_ONLY.some((fixed) => isAtOrBelow(path, fixed)),
);

it('has a mark for every setting that can be changed while the gateway runs', () => {
  const unmarked = settings.filter((path) => !marks.has(path));
  expect(
    unmarked,
    'decide for each whether it counts at once: here, and with addHotSettings in hot-settings.ts',
  ).toEqual([]);
  expect([...marks.keys()].filter((path) => !settings.includes(path))).toEqual([]);
});

it.each(settings)('gives %s to a part at once, or not, as it is marked', (path) => {
  expect(hot.covers(path) ? 'at once' : 'after a restart').toBe(marks.get(path));
});
