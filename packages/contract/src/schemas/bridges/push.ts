import { z } from 'zod';
import { timestamp } from '../common.js';

const members = {
  name: z.string().trim().min(1).max(64).describe('Name of the phone or browser, for people.'),
  language: z.enum(['en', 'de']).describe('Language of its messages.'),
} as const;

/** A phone or browser that takes push messages. */
export const pushDevice = z.object({ id: z.string(), ...members, created_at: timestamp }).meta({ id: 'PushDevice' });

const subscription = {
  endpoint: z.string().max(1024).describe('Address at the push service of the browser. It is stored sealed.'),
  p256dh: z.string().max(128).describe('Public key of the browser: an uncompressed point of P-256 in base64url.'),
  auth: z.string().max(128).describe('16 bytes in base64url.'),
} as const;

/** A device with the subscription of its browser, as the `PushManager` makes it. */
export const newPushDevice = z.strictObject({ ...members, ...subscription }).meta({ id: 'NewPushDevice' });

/** Another subscription of the same browser. */
export const pushSubscription = z.strictObject(subscription).meta({ id: 'PushSubscription' });

/** Push messages of the caller. */
export const pushState = z
  .object({
    public_key: z.string().describe('`applicationServerKey` of a subscription.'),
    devices: z.array(pushDevice).describe('Those of the caller, the oldest first.'),
  })
  .meta({ id: 'PushState' });
