import { z } from 'zod';

/** RFC 3339 in UTC. */
export const timestamp = z.iso.datetime({ offset: true });

/** The three nested roles. */
export const role = z.enum(['viewer', 'operator', 'admin']);

/** `<central>` of a request: needed only where the same address exists on several CCUs. */
export const centralQuery = z
  .string()
  .min(1)
  .optional()
  .describe('Name of the CCU. Needed only where the same address exists on several CCUs.');

/**
 * True where the path of a request can carry the name: it has no control characters and is no step of a path. A CCU cuts blanks
 * at the ends of a name, so they do not count.
 *
 * @example fitsPath('..'); // false
 */
export const fitsPath = (name: string): boolean => !/\p{Cc}/u.test(name) && !/(?:^|\\)\s*\.{1,2}\s*(?:\\|$)/.test(name);

/** The reason that refuses a name which does not fit into a path. */
export const UNFIT_FOR_PATH = 'must not be "." or ".." or have control characters, because paths could not name it';

/** The language that an answer is wanted in. */
/** A text beside one that the CCU came with, such as `${roomKitchen}`; left out where people wrote the text. */
export const translatedText = z.string().optional().describe('As the CCU shows it, where it came with the text.');

/** `locale` of a request: the language of labels and translated names, instead of the setting. */
export const localeQuery = z.enum(['de', 'en']).optional().describe('Language of the labels.');

/**
 * A schema with a different form in the published documents: the meaning of a path parameter instead of its encoding;
 * or fewer guarantees, so that a client is ready for more.
 *
 * @example documentedAs(z.string().transform(Number), { type: 'integer' })
 */
export function documentedAs<Schema extends z.ZodType>(
  schema: Schema,
  document: Readonly<Record<string, unknown>>,
): Schema {
  return schema.meta({ document }) as Schema;
}

/** Number of a channel in a path. */
export const channelNumber = documentedAs(
  z
    .string()
    .regex(/^\d{1,4}$/, 'must be a channel number')
    .transform(Number),
  { type: 'integer', minimum: 0, description: 'Number of the channel, from 0.' },
);

/** A query flag: `true`, `1` or empty is yes. */
export const flag = documentedAs(
  z.enum(['', 'true', 'false', '1', '0']).transform((text) => text === '' || text === 'true' || text === '1'),
  { type: 'boolean' },
);

/**
 * One of these words today. The published contract declares text: there may be more words tomorrow.
 *
 * @example wordOf(['climate', 'simple'])
 */
export function wordOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return documentedAs(z.enum(words), { type: 'string' });
}

/** Present when true and left out otherwise. The published contract allows false, too. */
export const trueOnly = documentedAs(z.literal(true), { type: 'boolean' });

/**
 * A member that every answer of this gateway has, though the published contract calls it optional.
 *
 * @example z.object({ central: alwaysSent(z.string()) })
 */
export function alwaysSent<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ published: 'optional' }) as Schema;
}
