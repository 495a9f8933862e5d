import { AuthConfigError, testOidcProvider } from '@ccu-gateway/auth-core';
import type { ConfigTest } from '@ccu-gateway/contract/types';
import { GatewayError, notFound } from '@ccu-gateway/gateway-core';
import { refusedField } from '@ccu-gateway/gateway-core/parts';
import type { ConfigTrial } from '@ccu-gateway/gateway-core/use-cases';
import { configKeyOf } from '../access/config-keys.js';
import { providerOptions } from '../access/options.js';
import type { RuntimeConfig } from '../adapters/config.js';
import { testTarget } from '../backup/target/test-target.js';
import type { GatewayConfig } from '../config/index.js';
import type { Time } from '../time/time.js';
import { type BrokerMessages, testBrokerSettings } from './bridges/mqtt.js';
import { testChannelSettings } from './bridges/notify.js';
import type { PushPart } from './bridges/push.js';
import { testReceiverSettings } from './bridges/webhooks.js';

export interface ConfigTrialDeps {
  readonly config: Pick<RuntimeConfig, 'candidate'>;
  readonly time: Time;
  readonly randomHex: (digits: number) => string;
  readonly push: PushPart['senders'];
  readonly brokers: BrokerMessages;
}

interface Trial {
  readonly config: GatewayConfig;
  /** Of a broker, a webhook or a channel. */
  readonly name: string | undefined;
  readonly signal: AbortSignal;
}

/** Longer than the longest time that settings allow for an answer, which is that of a webhook. */
const LONGEST_MS = 70_000;

/** Tries settings at their destinations before they are saved. */
export function createConfigTrial(deps: ConfigTrialDeps): ConfigTrial {
  const trials: Readonly<Record<string, (trial: Trial) => Promise<ConfigTest>>> = {
    mqtt: ({ config, name, signal }) => {
      const [found, broker] = entryOf('Broker', config.mqtt.brokers, name);
      return testBrokerSettings({ name: found, broker, randomHex: deps.randomHex }, signal);
    },
    webhooks: ({ config, name, signal }) => {
      const [found, endpoint] = entryOf('Webhook', config.webhooks.endpoints, name);
      return testReceiverSettings({ name: found, endpoint, ...deps }, signal);
    },
    notify: ({ config, name, signal }) => {
      const [found, channel] = entryOf('Channel', config.notify.channels, name);
      return testChannelSettings({ ...deps, name: found, config: config.notify }, channel, signal);
    },
    'north.rest.auth.oidc': testProvider,
    backup: async ({ config, signal }) => {
      const { target } = config.backup.own;
      if (target.kind === 'none') throw refusedField('backup.own.target.kind', 'names no target');
      const fault = await testTarget(target, deps.randomHex(8), signal);
      if (fault !== undefined) return { ok: false, kind: 'unusable', message: fault };
      return { ok: true, message: `${new URL(target.url).host} has stored a file, and deleted it again` };
    },
  };
  return {
    async testSection({ section, value, name }, signal) {
      const trial = Object.hasOwn(trials, section) ? trials[section] : undefined;
      if (trial === undefined) {
        throw new GatewayError('bad_request', `Section ${section} has no destination that could be tested`, {
          reason: 'section_untestable',
        });
      }
      const config = await deps.config.candidate(section, value);
      const late = new AbortController();
      const cancel = deps.time.after(LONGEST_MS, () => late.abort());
      try {
        return await trial({ config, name, signal: AbortSignal.any([signal, late.signal]) });
      } finally {
        cancel();
      }
    },
  };
}

function entryOf<Entry>(
  what: string,
  entries: Readonly<Record<string, Entry>>,
  name: string | undefined,
): readonly [string, Entry] {
  if (name === undefined) throw refusedField('name', 'is required: the section may have several of them');
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (entry === undefined) throw notFound(`${what} ${name}`);
  return [name, entry];
}

async function testProvider({ config, signal }: Trial): Promise<ConfigTest> {
  const { oidc } = config.north.rest.auth;
  try {
    const fault = await testOidcProvider(providerOptions(oidc), signal);
    if (fault !== undefined) return { ok: false, kind: 'unusable', message: `the identity provider: ${fault}` };
    return { ok: true, message: `${new URL(oidc.issuer).host} is an identity provider that can be used` };
  } catch (error) {
    if (error instanceof AuthConfigError) throw refusedField(configKeyOf(error.option), error.detail);
    throw error;
  }
}
