import type { WebhooksStatus, WebhookTest } from '@ccu-gateway/contract/types';

/** Leads to the webhooks, which another gateway may have open. */
export interface WebhookAccess {
  status(): WebhooksStatus | Promise<WebhooksStatus>;
  /** Makes one attempt; undefined where no webhook of that name is open. */
  test(name: string): Promise<WebhookTest | undefined> | undefined;
}
