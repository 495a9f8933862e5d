import { isIP } from 'node:net';
import { z } from 'zod';
import { durationMs } from '../values/duration.js';
import * as f from '../values/fields.js';

/** A receiver may want a query, and often its path is known to it alone; user and password are for headers. */
export const receiverUrl = (schemes: readonly string[]) =>
  z
    .string()
    .max(2048)
    .refine(
      (text) => {
        if (!URL.canParse(text)) return false;
        const { protocol, username, password, hash } = new URL(text);
        return schemes.includes(protocol.slice(0, -1)) && username === '' && password === '' && hash === '';
      },
      {
        error: `expected an ${schemes
          .slice(0, 2)
          .map((each) => `${each}://`)
          .join(' or ')} URL without user, password and fragment`,
      },
    );

const network = f.cidr.refine(
  (text) => {
    const [address = '', prefix] = text.split('/');
    const version = isIP(address);
    return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128);
  },
  { error: 'expected a network such as 127.0.0.1/32 or ::1/128' },
);

/** A duration within these. */
export const between = (min: string, max: string) =>
  f.duration.refine((text) => durationMs(text) >= durationMs(min) && durationMs(text) <= durationMs(max), {
    error: `expected ${min} to ${max}`,
  });

/** Settings of every receiver of requests. */
export const receiver = {
  enabled: z.boolean().default(true),
  url: receiverUrl(['http', 'https']),
  timeout: between('1s', '1m').default('10s'),
  ca_file: f.path.optional(),
  allow_networks: z.array(network).max(16).default([]),
} as const;

/** Part of a path of the API and of the path that a secret is sealed for. */
export const receiverName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
  .meta({ description: 'up to 64 letters, digits, "_" and "-"' });
