import { preference } from '@ccu-gateway/contract';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { type PreferenceLimits, type PreferenceStore, principalOf } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<{ readonly preferences: PreferenceStore }>();

const tag = 'preferences';
const params = z.object({
  key: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[A-Za-z0-9._:-]+$/, 'must be letters, digits, ".", "_", ":" and "-"'),
});
const MAX_BYTES = 256 * 1024;
const LIMITS: PreferenceLimits = { keys: 100, bytes: 1024 * 1024 };

export const preferenceOperations = [
  operation({
    method: 'GET',
    path: '/me/preferences/{key}',
    operationId: 'getPreference',
    access: 'viewer',
    tag,
    summary: 'Show the stored value of the caller under a key',
    params,
    responses: {
      200: {
        description: 'The value, null when there is none',
        schema: preference,
      },
    },
    problems: ['service_unready'],
    handler: async ({ params: { key }, caller }, { preferences }) => {
      const value = await preferences.get(principalOf(caller).key, key);
      return json({ key, value: value ?? null });
    },
  }),
  operation({
    method: 'PUT',
    path: '/me/preferences/{key}',
    operationId: 'putPreference',
    access: 'viewer',
    tag,
    summary: 'Have a value remembered for the caller',
    params,
    body: z.json(),
    bodyLimit: MAX_BYTES,
    responses: { 204: { description: 'Remembered' } },
    problems: ['payload_too_large', 'service_unready'],
    handler: async ({ params: { key }, body, caller }, { preferences }) => {
      if (!(await preferences.put(principalOf(caller).key, key, body, LIMITS))) {
        throw new GatewayError(
          'payload_too_large',
          'One caller may have 100 keys and 1 MiB remembered; delete some first',
          {
            reason: 'preferences_full',
          },
        );
      }
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/me/preferences/{key}',
    operationId: 'deletePreference',
    access: 'viewer',
    tag,
    summary: 'Forget a value of the caller',
    params,
    responses: { 204: { description: 'Forgotten, also when there was none' } },
    problems: ['service_unready'],
    handler: async ({ params: { key }, caller }, { preferences }) => {
      await preferences.delete(principalOf(caller).key, key);
      return NO_CONTENT;
    },
  }),
];
