import type { Principal } from '../model/principal.js';
import type { Settings } from '../settings/settings.js';
import { absent, type CredentialScheme } from './scheme.js';

/** Requests that the trusted proxy vouches for. */
export function createIngressScheme(settings: Pick<Settings, 'ingress'>): CredentialScheme {
  return {
    auditsUse: () => true,
    read: ({ ingress: origin }) => {
      const { ingress } = settings;
      // Switched off since the request was inspected: nothing vouches for it any more.
      if (origin === null || ingress === null) return absent;
      const { path, userId, userName } = origin;
      const id = `ingress:${userId ?? ''}`;
      const principal: Principal = {
        key: id,
        subject: 'ha-ingress',
        scheme: 'ingress',
        role: ingress.roleOf(userId),
        credentialId: id,
        authEpoch: ingress.epoch,
        ...(userId === null ? {} : { viaUser: userId }),
        ...(userName === null ? {} : { viaUserName: userName }),
      };
      return { kind: 'proven', principal, ambient: { kind: 'ingress', path, userId: userId ?? '' } };
    },
    currentRole: async ({ authEpoch, viaUser }) => {
      const { ingress } = settings;
      return ingress?.epoch === authEpoch ? ingress.roleOf(viaUser ?? null) : null;
    },
  };
}
