import { z } from 'zod';

/** Longest name, address or question. */
const MOST = 200;

/** Text from an assistant, bounded. */
export const text = (description: string) => z.string().trim().min(1).max(MOST).describe(description);

/** Input of all tools about one device. */
export const ofDevice = {
  device: text('Address, exact name, or words that only one device has, for example `00F1C0DE000001` or `Lampe Flur`.'),
  central: text('Name of the CCU. Needed only where several CCUs have the address.').optional(),
};

/** Input of tools with pages. */
export const ofPage = { page: z.int().min(1).max(1_000).optional().describe('Page of the answer, from 1.') };

/** Input of tools about something of one CCU. */
export const ofCentral = { central: text('Name of the CCU. Needed only where there are several.').optional() };

/** A scope without an absent member. */
export const scopeOf = ({ central }: { readonly central?: string | undefined }) =>
  central === undefined ? {} : { central };

/** A time with its zone, in Unix milliseconds. */
export const moment = (description: string) =>
  z.iso.datetime({ offset: true }).describe(`${description} ISO 8601 with a zone, such as 2026-05-01T00:00:00Z.`);
