import type { WebhooksStatus, WebhookTest } from '@ccu-gateway/contract/types';
import type { Caller } from '../../use-case/caller.js';
import { notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

/** Leads to the webhooks, which another gateway may have open. */
export interface WebhookAccess {
  status(): WebhooksStatus | Promise<WebhooksStatus>;
  /** Makes one attempt; undefined where no webhook of that name is open. */
  test(name: string): Promise<WebhookTest | undefined> | undefined;
}

/** Port of the use case that asks the webhooks. */
export interface WebhookReading {
  /** Absent where this gateway has none. */
  readonly webhooks?: WebhookAccess;
}

/** Ports of the use case that has a webhook deliver something. */
export interface WebhookTesting extends WebhookReading, Recording {}

/**
 * State of the webhooks of the configuration; none if none is configured. Role `viewer`.
 *
 * @example
 * const { webhooks } = await core.as(caller).webhooks.status();
 */
export const webhooksStatusOf = useCase(
  'viewer',
  async ({ webhooks }: WebhookReading, _caller: Caller): Promise<WebhooksStatus> =>
    (await webhooks?.status()) ?? { webhooks: [] },
);

/**
 * Has a webhook make one attempt with a delivery without data of the installation. Role `admin`; audited as
 * `webhook_test` with its outcome.
 *
 * @throws GatewayError `not_found`
 * @example
 * const { delivered, fault } = await core.as(caller).webhooks.test('automation');
 */
export const testWebhook = useCase(
  'admin',
  async (ports: WebhookTesting, caller: Caller, name: string): Promise<WebhookTest> => {
    const outcome = await ports.webhooks?.test(name);
    if (outcome === undefined) throw notFound(`Webhook ${name}`);
    const said = outcome.delivered ? 'delivered' : (outcome.fault?.kind ?? 'not delivered');
    recordChange(ports, caller, { action: 'webhook_test', note: `${name}: ${said}` });
    return outcome;
  },
);
