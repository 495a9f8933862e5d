import { z } from 'zod';
import * as f from '../values/fields.js';

/** Names that differ only in case would be one account, so the map must not hold both. */
const users = f.named(f.secret).superRefine((map, context) => {
  const seen = new Map<string, string>();
  for (const [name, password] of Object.entries(map)) {
    const key = name.normalize('NFKC').toLowerCase();
    const other = seen.get(key);
    if (other !== undefined) {
      context.addIssue({ code: 'custom', path: [name], message: `the same user as "${other}"; names ignore case` });
    }
    seen.set(key, name);
    if (name !== name.normalize('NFKC').trim() || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}:]/u.test(name)) {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'expected a user name without surrounding spaces, control characters and ":"',
      });
    }
    if (password.reveal() === '') {
      context.addIssue({ code: 'custom', path: [name], message: 'expected a password that is not empty' });
    }
  }
});

const oidc = z
  .strictObject({
    enabled: z.boolean().default(false),
    issuer: z.string().max(2048).default(''),
    client_id: z.string().max(512).default(''),
    client_secret: f.secret.optional(),
    redirect_url: z.string().max(2048).default(''),
    role_claim: z.string().max(256).default('role'),
    require_role: z.boolean().default(false),
    token_endpoint_auth_method: z.enum(['auto', 'client_secret_basic', 'client_secret_post']).default('auto'),
    end_session: z.boolean().default(true),
    post_logout_redirect_url: f.httpUrl.or(z.literal('')).default(''),
  })
  .superRefine((value, context) => {
    if (!value.enabled) return;
    for (const key of ['issuer', 'client_id', 'redirect_url'] as const) {
      if (value[key] === '') {
        context.addIssue({ code: 'custom', path: [key], message: 'required while oidc.enabled is true' });
      }
    }
    if (value.issuer !== '' && !isTrustworthyUrl(value.issuer)) {
      context.addIssue({
        code: 'custom',
        path: ['issuer'],
        message: 'expected an https:// URL (http:// only for localhost)',
      });
    }
    if (value.redirect_url !== '' && !/^https?:\/\/[^/]+\/.*\/auth\/oidc\/callback$/.test(value.redirect_url)) {
      context.addIssue({
        code: 'custom',
        path: ['redirect_url'],
        message: 'expected the URL of this gateway that ends in /api/v1/auth/oidc/callback',
      });
    }
  });

const ccu = z.strictObject({
  enabled: z.boolean().nullish(),
  primary: z.boolean().nullish(),
  central: z.string().max(64).default(''),
  min_user_level: f.count(0, 99).default(1),
  role_mapping: z.record(z.string().regex(/^\d{1,2}$/), f.role).default({ 8: 'admin', 2: 'operator', 1: 'viewer' }),
});

const haIngress = z.strictObject({
  enabled: z.boolean().nullish(),
  // An explicit empty string switches the passthrough off; it never means that every address is trusted.
  trusted_proxy_cidr: f.cidrList.default('172.30.32.2/32'),
  role: f.role.default('admin'),
  user_roles: f.named(f.role).default({}),
});

export const auth = z.strictObject({
  basic_enabled: z.boolean().default(true),
  bearer_enabled: z.boolean().default(true),
  users: users.default({}),
  user_roles: f.named(f.role).default({}),
  oidc: oidc.prefault({}),
  ccu: ccu.prefault({}),
  ha_ingress: haIngress.prefault({}),
});

function isTrustworthyUrl(text: string): boolean {
  if (!f.httpUrl.safeParse(text).success) return false;
  const url = new URL(text);
  return url.protocol === 'https:' || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}
