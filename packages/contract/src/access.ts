import { z } from 'zod';
import { role, timestamp } from './common.js';

export const identity = z
  .object({
    subject: z.string(),
    role,
    scheme: z.enum(['basic', 'bearer', 'session', 'oidc', 'ccu', 'ingress']).optional(),
    expires_at: timestamp.nullable().optional().describe('When the credential ends by itself; null for never.'),
  })
  .meta({ id: 'Identity' });

export const credentials = z.strictObject({ username: z.string(), password: z.string() }).meta({ id: 'Credentials' });

export const passwordChange = z
  .strictObject({ current_password: z.string(), new_password: z.string() })
  .meta({ id: 'PasswordChange' });

const setupCode = z.string().optional().describe('The code that stands in the log, where it is asked for.');

/** First run with everything a wizard collects. */
export const setupWizard = z.strictObject({
  admin: z.strictObject({ username: z.string(), password: z.string() }),
  locale: z
    .strictObject({ locale: z.enum(['de', 'en']).optional(), theme: z.enum(['light', 'dark', 'system']).optional() })
    .optional(),
  ccu: z
    .strictObject({
      name: z.string().min(1),
      host: z.string().min(1),
      interfaces: z.array(z.string()).min(1),
      username: z.string().optional(),
      password: z.string().optional(),
    })
    .optional(),
  mqtt: z.unknown().optional().describe('Refused: this gateway speaks to no broker.'),
  code: setupCode,
});

/** First run with just a name and a password. */
export const setupAccount = z.strictObject({ username: z.string(), password: z.string(), code: setupCode });

export const setupRequest = z.union([setupWizard, setupAccount]).meta({ id: 'SetupRequest' });

export const setupStatus = z.object({
  required: z.boolean(),
  code_required: z.boolean().optional().describe('True when setup asks for the code that stands in the log.'),
});

export const tokenCreate = z
  .strictObject({
    subject: z.string().describe('Who or what will use the token.'),
    role,
    expires_in_days: z.int().max(36_500).nullable().optional().describe('Absent, null, 0 or less: never expires.'),
  })
  .meta({ id: 'TokenCreate' });

export const tokenCreated = z
  .object({
    token: z.string().describe('The secret. It is shown here and never again.'),
    fingerprint: z.string(),
    expires_at: timestamp.nullable().optional(),
  })
  .meta({ id: 'TokenCreated' });

export const tokenSummary = z
  .object({
    fingerprint: z.string().describe('SHA-256 of the token in hex.'),
    subject: z.string(),
    role,
    created_at: timestamp,
    last_seen_at: timestamp.optional(),
    last_address: z.string().optional(),
    expires_at: timestamp.nullable().optional(),
  })
  .meta({ id: 'TokenSummary' });

const legacyToken = { id: z.string(), fingerprint: z.string(), subject: z.string(), role } as const;
export const legacyTokenEntry = z.object(legacyToken).meta({ id: 'TokenListEntry' });
export const legacyTokenCreate = z.strictObject({ subject: z.string(), role }).meta({ id: 'CreateTokenRequest' });
export const legacyTokenCreated = z.object({ ...legacyToken, token: z.string() }).meta({ id: 'CreateTokenResponse' });

export const sessionSummary = z
  .object({
    id: z.string().describe('Names the session when it is to be ended; it is not the cookie.'),
    subject: z.string(),
    scheme: z.enum(['session', 'oidc', 'ccu']),
    created_at: timestamp,
    expires_at: timestamp,
    address: z.string(),
    user_agent: z.string().optional(),
    current: z.boolean().describe('The session this question was asked with.'),
  })
  .meta({ id: 'SessionSummary' });

export const loginName = z
  .object({ username: z.string(), role, source: z.enum(['config', 'local']).optional() })
  .meta({ id: 'UserListEntry' });

export const userSummary = z
  .object({ subject: z.string(), role, created_at: timestamp, last_seen_at: timestamp.optional() })
  .meta({ id: 'UserSummary' });

export const userCreate = z
  .strictObject({ username: z.string(), password: z.string(), role })
  .meta({ id: 'UserCreate' });

export const userUpdate = z
  .strictObject({ password: z.string().optional(), role: role.optional() })
  .meta({ id: 'UserUpdate' });
