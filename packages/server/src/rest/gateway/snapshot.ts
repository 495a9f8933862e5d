import { centralQuery, flag, localeQuery, snapshot } from '@ccu-gateway/contract';
import type { EventStream } from '@ccu-gateway/event-stream';
import { type House, useCases } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { contentEtag, matchesEtag } from '../../http/answers/etag.js';
import { type Caller, headerOf } from '../../operation/caller.js';
import { operationsWith } from '../../operation/operation.js';
import { type SnapshotPosition, snapshotJson, snapshotNdjson } from './snapshot-text.js';

const operation = operationsWith<{ readonly house: House; readonly events: Pick<EventStream, 'seq' | 'epoch'> }>();

const NDJSON = 'application/x-ndjson';

/** Members that a program can do without; all of them are optional in the shape of a data point. */
const OMITTABLE = [
  'additional_information',
  'data_point_type',
  'default',
  'last_changed_at',
  'last_seen_at',
  'translated_name',
  'ui_hint',
  'value_age_seconds',
] as const;

export const snapshotOperations = [
  operation({
    method: 'GET',
    path: '/snapshot',
    operationId: 'getSnapshot',
    heavy: true,
    access: useCases.snapshot.take.role,
    tag: 'snapshot',
    summary: 'Show all devices and values at one moment',
    description:
      'Carries `seq` and `epoch` (also as headers `X-Event-Seq` and `X-Event-Epoch`): a client that subscribes with ' +
      '`since` set to this `seq` misses nothing. With `Accept: application/x-ndjson` the same comes as a stream of ' +
      'lines `{"kind","data"}`. The `ETag` of the JSON stays as long as nothing happens; that values grow older does not ' +
      'change it.',
    query: z.object({
      include: z
        .string()
        .max(256)
        .optional()
        .describe('`channels`, `data_points` (which implies channels), separated by commas. Others are ignored.'),
      anonymize: flag.optional().describe('Names become pseudonyms that are the same within one snapshot.'),
      anonymise: flag.optional().describe('The same in other spelling.'),
      omit: z
        .string()
        .max(256)
        .optional()
        .describe(
          `Members of data points to leave out, separated by commas: ${OMITTABLE.map((name) => `\`${name}\``).join(', ')}. Others are ignored.`,
        ),
      shared: flag
        .optional()
        .describe(
          'With `include=data_points`: common properties of data points stand once. They come as `values` that refer to ' +
            '`descriptions`, without `unique_id`; a third of the size, and quicker to make and to read.',
        ),
      device: z
        .string()
        .max(2_048)
        .optional()
        .describe('Only the devices with these addresses, separated by commas; those that are not there are left out.'),
      central: centralQuery,
      locale: localeQuery,
    }),
    compressible: true,
    responses: {
      200: { description: 'The house', schema: snapshot, contentTypes: [NDJSON] },
      304: { description: 'Same as `If-None-Match`' },
    },
    isKept: ({ query, caller }, { house }) => {
      const { device, anonymize, anonymise, central, locale } = query;
      const isList = device === undefined && anonymize !== true && anonymise !== true && !wantsLines(caller);
      return isList && includeOf(query.include).length === 0 && house.texts.hasDevices({ central, locale });
    },
    handler: ({ query, caller }, { house, events }) => {
      const { central, locale } = query;
      const omitted = namesIn(query.omit);
      const omit = OMITTABLE.filter((name) => omitted?.includes(name));
      const include = includeOf(query.include);
      const devices = namesIn(query.device);
      const anonymize = query.anonymize === true || query.anonymise === true;
      const options = { central, locale, include, omit, shared: query.shared === true, devices, anonymize };
      // Read before the installation: events meanwhile are sent again, not lost.
      const position: SnapshotPosition = { seq: events.seq, epoch: events.epoch };
      const { seq, epoch } = position;
      const headers = { 'x-event-seq': String(seq), 'x-event-epoch': epoch, vary: 'Accept' };
      if (wantsLines(caller)) {
        return { status: 200, pieces: snapshotNdjson(house, options, position), contentType: NDJSON, headers };
      }
      // Not of the text, which the age of a value changes every second. Events during its creation count as later.
      const etag = contentEtag([house.revision(), ' ', epoch, ' ', String(seq)]);
      const tagged = { ...headers, etag };
      if (matchesEtag(headerOf(caller, 'if-none-match'), etag)) return { status: 304, headers: tagged };
      const isPlain = !options.anonymize && !(options.shared && options.include.includes('data_points'));
      const pieces = isPlain
        ? house.texts.snapshot({ central, locale, include, omit, devices, seq, epoch })
        : snapshotJson(house, options, position);
      const joined = isPlain && !options.include.includes('data_points');
      return { status: 200, pieces, joined, contentType: 'application/json', headers: tagged };
    },
  }),
];

/** Names separated by commas. */
const namesIn = (text: string | undefined): readonly string[] | undefined =>
  text?.split(',').map((name) => name.trim());

const wantsLines = (caller: Pick<Caller, 'request'>): boolean => (headerOf(caller, 'accept') ?? '').includes(NDJSON);

function includeOf(text: string | undefined): readonly ('channels' | 'data_points')[] {
  const tokens = new Set((text ?? '').split(',').map((token) => token.trim().replace('-', '_')));
  if (tokens.has('data_points')) return ['channels', 'data_points'];
  return tokens.has('channels') ? ['channels'] : [];
}
