import { placeOf, profileOf } from '@ccu-gateway/ccu-client';
import { addressOf } from '../centrals/address.js';
import type { CentralConfig } from '../config/index.js';

/** The ports of the web interface and of the script server that a CCU has by itself. */
const USUAL_WEB = { plain: [80, 8181], tls: [443, 48181] };

type Place = Pick<CentralConfig, 'host' | 'tls'>;

/**
 * The changed part of the address of a CCU, where the change would send its password elsewhere: the host, the scheme, a
 * weaker check of the certificate, or a port. A previous port and a usual port of every CCU are no change. Undefined
 * where the password stays.
 */
export function movedPart(before: CentralConfig, next: CentralConfig): string | undefined {
  if (hostOf(before.host) !== hostOf(next.host)) return 'host';
  if (before.tls !== next.tls) return 'tls';
  if (next.tls_insecure_skip_verify && !before.tls_insecure_skip_verify) return 'tls_insecure_skip_verify';
  const pinned = fingerprintOf(before);
  if (pinned !== undefined && pinned !== fingerprintOf(next)) return 'tls_fingerprint';
  const known = new Set([...doorsOf(before), ...usualDoorsOf(next)]);
  return doorsOf(next).every((door) => known.has(door)) ? undefined : 'ports';
}

const hostOf = (host: string) => host.toLowerCase().replace(/\.$/, '');

const fingerprintOf = ({ tls_fingerprint: text }: CentralConfig) =>
  text?.replaceAll(':', '').toLowerCase() || undefined;

const doorOf = (host: string, port: number, tls: boolean) => `${tls ? 'tls' : 'plain'}:${hostOf(host)}:${port}`;

/** Everywhere that the password may be sent to. */
function doorsOf(config: CentralConfig): readonly string[] {
  const { host, tls } = config;
  const { interfaces, regaPort, jsonRpcPort } = addressOf(config);
  const web = [jsonRpcPort, regaPort].flatMap((port) => (port ? [doorOf(host, port, tls)] : []));
  const own = interfaces.flatMap((spec) => {
    const profile = profileOf(spec);
    if (profile === undefined) return [];
    const place = placeOf(spec, profile, { host, tls });
    return [doorOf(place.host, place.port, place.tls)];
  });
  return [...web, ...own];
}

/** Ports that a CCU has at this host without naming them. */
function usualDoorsOf({ host, tls, interfaces }: Place & Pick<CentralConfig, 'interfaces'>): readonly string[] {
  const web = (tls ? USUAL_WEB.tls : USUAL_WEB.plain).map((port) => doorOf(host, port, tls));
  const own = interfaces.flatMap(({ name }) => {
    const profile = profileOf({ name });
    if (profile === undefined) return [];
    const place = placeOf({ name }, profile, { host, tls });
    return [doorOf(place.host, place.port, place.tls)];
  });
  return [...web, ...own];
}
