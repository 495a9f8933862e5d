import type { NotifyPreview, NotifyPreviewRequest, NotifyStatus, NotifyTest } from '@ccu-gateway/contract/types';
import type { Caller } from '../../use-case/caller.js';
import { notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

/** Leads to the messages to people, which another gateway may send. */
export interface NotifyAccess {
  status(): NotifyStatus | Promise<NotifyStatus>;
  /** Makes one attempt; undefined where no channel of that name is open. */
  test(name: string): Promise<NotifyTest | undefined> | undefined;
  preview(request: NotifyPreviewRequest): Promise<NotifyPreview>;
}

/** Port of the use cases that ask for the messages. */
export interface NotifyReading {
  /** Absent where this gateway sends none. */
  readonly notify?: NotifyAccess;
}

/** Ports of the use case that sends a test message. */
export interface NotifyTesting extends NotifyReading, Recording {}

/**
 * State of the channels for messages to people; none if none is configured. Role `viewer`.
 *
 * @example
 * const { channels } = await core.as(caller).notify.status();
 */
export const notifyStatusOf = useCase(
  'viewer',
  async ({ notify }: NotifyReading, _caller: Caller): Promise<NotifyStatus> =>
    (await notify?.status()) ?? { channels: [], rules: [], matters: 0 },
);

/**
 * Sends a test message without data of the installation. Role `admin`; audited as `notify_test` with its outcome.
 *
 * @throws GatewayError `not_found`
 * @example
 * const { delivered, fault } = await core.as(caller).notify.test('phone');
 */
export const testNotify = useCase(
  'admin',
  async (ports: NotifyTesting, caller: Caller, name: string): Promise<NotifyTest> => {
    const outcome = await ports.notify?.test(name);
    if (outcome === undefined) throw notFound(`Channel ${name}`);
    const result = outcome.delivered ? 'delivered' : (outcome.fault?.kind ?? 'not delivered');
    recordChange(ports, caller, { action: 'notify_test', note: `${name}: ${result}` });
    return outcome;
  },
);

/**
 * The text of a message about a matter; nothing is sent. Role `admin`, as the settings that it is for.
 *
 * @throws GatewayError `not_found` where this gateway sends no messages
 * @example
 * const { title } = await core.as(caller).notify.preview({ subject: 'battery', name: 'Window', phase: 'began', format: 'json' });
 */
export const previewNotify = useCase(
  'admin',
  async ({ notify }: NotifyReading, _caller: Caller, request: NotifyPreviewRequest): Promise<NotifyPreview> => {
    if (notify === undefined) throw notFound('Messages to people');
    return await notify.preview(request);
  },
);
