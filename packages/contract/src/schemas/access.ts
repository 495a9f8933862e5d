import { z } from 'zod';
import { alwaysSent, role, timestamp } from './common.js';

/** The signed-in caller. */
export const identity = z
  .object({
    subject: z.string(),
    role,
    scheme: z.enum(['basic', 'bearer', 'session', 'oidc', 'ccu', 'ingress']).optional(),
    expires_at: timestamp.nullable().optional().describe('When the credential ends by itself; null for never.'),
  })
  .meta({ id: 'Identity' });

/** Name and password of a login. */
export const credentials = z.strictObject({ username: z.string(), password: z.string() }).meta({ id: 'Credentials' });

/** A caller's own password, the old one and the new one. */
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
  mqtt: z
    .strictObject({
      broker_url: z
        .string()
        .min(1)
        .max(2048)
        .describe('mqtt://, mqtts://, ws:// or wss://; tcp:// is read as mqtt://, ssl:// and tls:// as mqtts://.'),
      username: z.string().max(256).optional(),
      password: z.string().max(1024).optional(),
    })
    .nullable()
    .optional()
    .describe('A broker that gets the states of devices.'),
  code: setupCode,
});

/** First run with just a name and a password. */
export const setupAccount = z.strictObject({ username: z.string(), password: z.string(), code: setupCode });

/** First run, with everything a wizard collects or with just an account. */
export const setupRequest = z.union([setupWizard, setupAccount]).meta({ id: 'SetupRequest' });

/** State of first-run setup. */
export const setupStatus = z.object({
  required: z.boolean(),
  code_required: z.boolean().optional().describe('True when setup asks for the code that stands in the log.'),
});

/** An API token to be made. */
export const tokenCreate = z
  .strictObject({
    subject: z.string().describe('The user of the token.'),
    role,
    expires_in_days: z.int().max(36_500).nullable().optional().describe('Absent, null, 0 or less: never expires.'),
  })
  .meta({ id: 'TokenCreate' });

/** A new API token, with its secret. */
export const tokenCreated = z
  .object({
    token: z.string().describe('The secret. It is shown here and never again.'),
    fingerprint: z.string(),
    expires_at: timestamp.nullable().optional(),
  })
  .meta({ id: 'TokenCreated' });

const liveSockets = z.int().describe('WebSockets and streams that are open now and were opened with it.');

/** An API token without its secret. */
export const tokenSummary = z
  .object({
    fingerprint: z.string().describe('SHA-256 of the token in hex.'),
    subject: z.string(),
    role,
    created_at: timestamp,
    last_seen_at: timestamp.nullable().optional().describe('Null before the first use.'),
    last_address: z.string().optional(),
    last_client: z.string().optional().describe('Name of the last client that named itself, cut to 64 characters.'),
    created_by: z.string().optional().describe('Subject of its creator. Absent where that was not written down.'),
    live_sockets: alwaysSent(liveSockets),
    expires_at: timestamp.nullable().optional(),
  })
  .meta({ id: 'TokenSummary' });

const legacyToken = { id: z.string(), fingerprint: z.string(), subject: z.string(), role } as const;
/** An API token as the first generation of routes lists it. */
export const legacyTokenEntry = z.object(legacyToken).meta({ id: 'TokenListEntry' });
/** An API token to be made by the first generation of routes. */
export const legacyTokenCreate = z.strictObject({ subject: z.string(), role }).meta({ id: 'CreateTokenRequest' });
/** A new API token of the first generation of routes, with its secret. */
export const legacyTokenCreated = z.object({ ...legacyToken, token: z.string() }).meta({ id: 'CreateTokenResponse' });

/** A session of a browser. */
export const sessionSummary = z
  .object({
    id: z.string().describe('Names the session when it is to be ended; it is not the cookie.'),
    subject: z.string(),
    scheme: z.enum(['session', 'oidc', 'ccu']),
    created_at: timestamp,
    expires_at: timestamp,
    last_seen_at: timestamp
      .nullable()
      .optional()
      .describe('To the minute. Null where no request used it since the sign-in.'),
    address: z.string(),
    user_agent: z.string().optional(),
    live_sockets: alwaysSent(liveSockets),
    current: z.boolean().describe('The session this question was asked with.'),
  })
  .meta({ id: 'SessionSummary' });

/** A name that can sign in with a password. */
export const loginName = z
  .object({ username: z.string(), role, source: z.enum(['config', 'local']).optional() })
  .meta({ id: 'UserListEntry' });

/** A local account. */
export const userSummary = z
  .object({
    subject: z.string(),
    role,
    created_at: timestamp,
    last_seen_at: timestamp.nullable().optional().describe('Null before the first sign-in.'),
    source: alwaysSent(z.enum(['config', 'local'])).describe('Where the account is kept.'),
    sessions: alwaysSent(z.int()).describe('How many sessions of it last.'),
    disabled_at: timestamp.optional().describe('Since when nothing of it is let in. Left out while it is enabled.'),
  })
  .meta({ id: 'UserSummary' });

/** A local account to be made. */
export const userCreate = z
  .strictObject({ username: z.string(), password: z.string(), role })
  .meta({ id: 'UserCreate' });

/** Changes of a local account. */
export const userUpdate = z
  .strictObject({
    password: z.string().optional(),
    role: role.optional(),
    disabled: z
      .boolean()
      .optional()
      .describe(
        'True ends its sessions, sockets and tokens; false lets it sign in again, and brings none of them back.',
      ),
  })
  .meta({ id: 'UserUpdate' });
