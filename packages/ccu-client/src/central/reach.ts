import type { InterfaceOptions } from '../model/interface-options.js';
import { type InterfaceProfile, placeOf, profileOf } from '../model/interfaces.js';
import type { Target, TlsTrust } from '../transport/tls.js';
import type { Settings } from './settings.js';

/** Where an interface is, and how it is spoken to. */
export interface Reach {
  readonly profile: InterfaceProfile;
  readonly target: Target;
  readonly path: string;
  readonly login: Settings['credentials'];
}

/** An interface on another host neither gets the CCU's credentials nor has its certificate. */
export function reachOf(
  spec: InterfaceOptions,
  { host, tls, credentials, options }: Pick<Settings, 'host' | 'tls' | 'credentials' | 'options'>,
): Reach {
  const profile = profileOf(spec)!;
  const place = placeOf(spec, profile, { host, tls: tls !== undefined });
  const isHere = place.host === host;
  const elsewhere: TlsTrust = { insecureSkipVerify: options.tlsInsecureSkipVerify };
  const trust = isHere && tls !== undefined ? tls : elsewhere;
  return {
    profile,
    target: { host: place.host, port: place.port, ...(place.tls ? { tls: trust } : {}) },
    path: place.path,
    login: isHere ? credentials : undefined,
  };
}
