import type { Auth } from '@ccu-gateway/auth-core';
import { setupAccount, setupRequest, setupStatus, setupWizard } from '@ccu-gateway/contract';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { SetupSink } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { validate } from '../../http/body/validate.js';
import { granted } from '../../http/problems/refusal.js';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<{ readonly auth: Auth; readonly setupSink?: SetupSink }>();

const tag = 'setup';

export const setupOperations = [
  operation({
    method: 'GET',
    path: '/setup/status',
    operationId: 'setupStatus',
    access: 'public',
    tag,
    summary: 'Say whether the first administrator is still to be created',
    description: 'False also for a signed-in caller, and when first-run setup is pinned shut.',
    responses: { 200: { description: 'Whether setup is needed', schema: setupStatus } },
    handler: async ({ caller }, { auth }) => {
      const status = await auth.setup.status(caller.request);
      return json(
        status.codeRequired ? { required: status.required, code_required: true } : { required: status.required },
      );
    },
  }),
  operation({
    method: 'POST',
    path: '/setup',
    operationId: 'setup',
    access: 'public',
    tag,
    summary: 'Create the first administrator',
    description:
      'Works only while there is no way to sign in. Of two requests at once exactly one wins. ' +
      'It signs no caller in.',
    body: z.unknown(),
    bodyDocument: setupRequest,
    responses: { 204: { description: 'The administrator exists' } },
    problems: ['forbidden', 'conflict', 'validation', 'rate_limited', 'service_unready'],
    // A closed setup is reported before any fault of the body.
    before: async (caller, { auth }) => {
      granted(await auth.setup.precheck(caller.request));
    },
    handler: async ({ body: received, caller }, { auth, setupSink }) => {
      const { admin, code, locale, ccu, mqtt } = choicesOf(received);
      const broker = mqtt === undefined || mqtt === null ? undefined : brokerOf(mqtt);
      if (broker !== undefined && setupSink === undefined) {
        throw notTaken('This gateway takes its MQTT brokers from its configuration file');
      }
      if (ccu !== undefined && setupSink === undefined) {
        throw notTaken('This gateway takes its CCUs from its configuration file');
      }
      granted(await auth.setup.create(caller.request, { ...admin, code }));
      if (locale !== undefined || ccu !== undefined || broker !== undefined)
        await setupSink?.afterSetup({ locale, ccu, mqtt: broker });
      return NO_CONTENT;
    },
  }),
];

type Wizard = z.output<typeof setupWizard>;

/** Both spellings of the body as one. */
function choicesOf(body: unknown): Wizard {
  if (typeof body === 'object' && body !== null && 'admin' in body) return validate(setupWizard, body, 'body');
  const { code, ...admin } = validate(setupAccount, body, 'body');
  return { admin, code };
}

const SCHEMES: Readonly<Record<string, string>> = {
  'tcp:': 'mqtt:',
  'mqtt:': 'mqtt:',
  'ssl:': 'mqtts:',
  'tls:': 'mqtts:',
  'mqtts:': 'mqtts:',
  'ws:': 'ws:',
  'wss:': 'wss:',
};

/** The broker as the settings have it: checked before any account is made, user and password beside its URL. */
function brokerOf({ broker_url: url, username, password }: Exclude<Wizard['mqtt'], null | undefined>) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const scheme = SCHEMES[parsed?.protocol ?? ''];
  if (parsed === undefined || scheme === undefined || parsed.hostname === '') {
    throw notBroker('broker_url', 'must be an mqtt://, mqtts://, ws:// or wss:// URL');
  }
  const user = username ?? decoded(parsed.username);
  const secret = password ?? decoded(parsed.password);
  if (user === '' && secret !== '') throw notBroker('username', 'a password needs a user name');
  const place = `${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}${parsed.search}`;
  return {
    url: `${scheme}//${place}`,
    ...(user === '' ? {} : { username: user }),
    ...(secret === '' ? {} : { password: secret }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notBroker('broker_url', 'user and password in it must be percent-encoded UTF-8');
  }
}

function notBroker(field: string, reason: string): GatewayError {
  return new GatewayError('validation', 'The MQTT broker is not acceptable', {
    reason: 'validation_failed',
    errors: [{ field: `mqtt.${field}`, reason }],
  });
}

function notTaken(message: string): GatewayError {
  return new GatewayError('unprocessable', message, { reason: 'not_supported_here' });
}
