import { entityLabels, flag, uiEvent } from '@ccu-gateway/contract';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { EntityLabels, House, Icon, IconSource, Logger } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, NO_CONTENT, operationsWith, type RawReply } from '../../operation/operation.js';
import type { Rate } from '../../turns/rate.js';

const operation = operationsWith<{
  readonly house: House;
  readonly icons: IconSource;
  readonly labels: EntityLabels;
  readonly uiLog: Pick<Logger, 'info'>;
  readonly uiEvents?: Rate;
}>();

/** A plain box: an unknown address gets the same icon as a device without artwork. */
const GENERIC_ICON: Icon = {
  contentType: 'image/svg+xml',
  bytes: new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 250" fill="none" stroke="#8a8f98" stroke-width="8">' +
      '<rect x="55" y="55" width="140" height="140" rx="20"/><circle cx="125" cy="125" r="26"/></svg>',
  ),
};

export const uiOperations = [
  operation({
    method: 'GET',
    path: '/devices/{addr}/icon',
    operationId: 'getDeviceIcon',
    access: 'public',
    tag: 'devices',
    summary: 'Show a picture of a device',
    description:
      'Artwork of the CCU where there is some, otherwise a plain one: the answer is the same for unknown devices.',
    params: z.object({ addr: z.string().min(1).max(64) }),
    query: z.object({
      central: z.string().max(128).optional().describe('The CCU, when several have the address.'),
      artwork_only: flag.optional().describe('`true`: 204 instead of a plain picture.'),
    }),
    responses: {
      200: { description: 'A picture', contentTypes: ['image/png', 'image/svg+xml'] },
      204: { description: 'There is no artwork, and no plain picture was requested' },
    },
    handler: async ({ params, query }, { house, icons }) => {
      const target = house.resolve(params.addr, query);
      const artwork = target.ok ? await artworkOf(icons, target.value) : undefined;
      if (artwork === undefined && query.artwork_only === true) return NO_ARTWORK;
      return iconReply(artwork ?? GENERIC_ICON);
    },
  }),
  operation({
    method: 'GET',
    path: '/i18n/entities',
    operationId: 'getEntityLabels',
    heavy: true,
    access: 'viewer',
    tag: 'i18n',
    summary: 'List the names of parameters and device types in one language',
    query: z.object({ locale: z.string().max(16).default('en').describe('Others than `de` give English.') }),
    responses: {
      200: {
        description: 'Names by key',
        schema: entityLabels,
      },
    },
    handler: ({ query }, { labels }) => {
      const locale = query.locale.toLowerCase().startsWith('de') ? 'de' : 'en';
      return json({ locale, entries: labels.entries(locale) });
    },
  }),
  operation({
    method: 'POST',
    path: '/ui/event',
    operationId: 'postUiEvent',
    access: 'viewer',
    tag: 'ui',
    summary: 'Log an action of a user in the web UI',
    body: uiEvent,
    bodyLimit: 16 * 1024,
    responses: { 204: { description: 'Noted' } },
    handler: ({ body, caller }, { uiLog, uiEvents }) => {
      const key = caller.principal?.key ?? '';
      if (uiEvents?.allow(key) === false) {
        throw new GatewayError('rate_limited', 'This account notes too many actions', {
          reason: 'too_many_ui_events',
          retryAfterSeconds: 60,
        });
      }
      // Under one name, so that no property takes the place of a field of the log.
      uiLog.info('ui.event', { ui_event: body.event, ui_properties: body.properties ?? {} });
      return NO_CONTENT;
    },
  }),
];

const KEPT = { 'cache-control': 'public, max-age=86400' };
/** Kept for a shorter time: a CCU that is away has its pictures later. */
const NO_ARTWORK = { status: 204, headers: { 'cache-control': 'public, max-age=600' } } as const;

/** A CCU that no gateway answers for is like one that is away. */
async function artworkOf(icons: IconSource, { central, model }: { readonly central: string; readonly model: string }) {
  try {
    return await icons.artwork(central, model);
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

function iconReply({ contentType, bytes }: Icon): RawReply {
  return { status: 200, raw: bytes, contentType, headers: KEPT };
}
