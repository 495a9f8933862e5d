import { z } from 'zod';
import { DURATION_PATTERN, durationMs } from './duration.js';
import { parseListen } from './listen.js';
import { Secret } from './secret.js';

/** Building blocks of the schema: the `error` of each has the allowed values, because users read it at start. */

export const role = z.enum(['viewer', 'operator', 'admin']);

export const port = z.int().min(0).max(65_535);

export const count = (min: number, max: number) => z.int().min(min).max(max);

/** No timer takes more than 24.8 days, and no setting here means anything beyond. */
const LONGEST_DURATION = '24d';

export const duration = z
  .union([z.string().regex(DURATION_PATTERN), z.literal(0).transform(() => '0')])
  .refine((text) => Math.abs(durationMs(text)) <= durationMs(LONGEST_DURATION), {
    error: `expected at most ${LONGEST_DURATION}`,
  })
  .meta({ description: `a duration such as 30s, 5m or 1h30m, at most ${LONGEST_DURATION}; 0 for none` });

/** Sealed or clear text; an empty value counts as not configured. */
export const secret = z
  .string()
  .max(4096)
  .transform((value) => new Secret(value))
  .meta({ secret: true });

export const path = z.string().min(1).max(4096);

export const host = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[A-Za-z0-9._:%-]+$/)
  .meta({ description: 'a host name or an IP address, without scheme and port' });

export const listen = z
  .string()
  .refine((text) => parseListen(text) !== undefined, { error: 'expected HOST:PORT, :PORT or [IPv6]:PORT' })
  .meta({ description: 'HOST:PORT, :PORT or [IPv6]:PORT, e.g. ":8119"' });

export const httpUrl = z.string().refine(isPlainUrl, {
  error: 'expected an http:// or https:// URL without user, password, query or fragment',
});

/** An origin as browsers send it. `*` would let any page use a signed-in person's cookies, so it has its own words. */
export const origin = z.string().superRefine((text, context) => {
  if (text === '*') {
    context.addIssue({
      code: 'custom',
      message: '"*" is refused while cookie sessions exist; list the origins, e.g. https://panel.example',
    });
  } else if (!isPlainUrl(text) || new URL(text).origin !== text) {
    context.addIssue({ code: 'custom', message: 'expected an origin such as https://panel.example:8443, lower case' });
  }
});

export const cidr = z.string().refine((text) => /^[0-9a-fA-F:.]{2,45}\/\d{1,3}$/.test(text), {
  error: 'expected a network such as 172.30.32.2/32',
});

/** Empty, or networks separated by commas. */
export const cidrList = z
  .string()
  .refine((text) => text === '' || text.split(',').every((part) => cidr.safeParse(part.trim()).success), {
    error: 'expected networks such as 172.30.32.2/32, separated by commas; "" for none',
  });

/** A `"*"`-free map with names as keys. Prototype names never come through as data. */
export function named<T extends z.ZodType>(value: T) {
  return z.record(z.string().min(1).max(128), value);
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '' &&
    !text.endsWith('#') &&
    !text.endsWith('?')
  );
}
