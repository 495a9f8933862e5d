import type { WebhooksStatus, WebhookTest } from '@ccu-gateway/contract/types';

/** Leads to the webhooks. */
export interface WebhookAccess {
  status(): WebhooksStatus;
  /** Makes one attempt; undefined where no webhook of that name is open. */
  test(name: string): Promise<WebhookTest> | undefined;
}
