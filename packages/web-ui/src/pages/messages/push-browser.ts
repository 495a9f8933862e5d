import type { NewPushDevice } from '@ccu-gateway/contract/types';
import type { Base } from '../../net/base.js';

/** Why this browser takes no push messages; undefined where it can. */
type Obstacle = 'insecure' | 'install' | 'unsupported' | 'denied';

/** Abilities of a browser for push messages. */
interface PushAbilities {
  readonly isSecure: boolean;
  readonly hasPush: boolean;
  readonly permission: NotificationPermission;
  readonly userAgent: string;
}

export function obstacleOf({ isSecure, hasPush, permission, userAgent }: PushAbilities): Obstacle | undefined {
  if (!isSecure) return 'insecure';
  // Safari on a phone has it in apps of the home screen only.
  if (!hasPush) return /\b(iPhone|iPad)\b/.test(userAgent) ? 'install' : 'unsupported';
  return permission === 'denied' ? 'denied' : undefined;
}

export function abilities(): PushAbilities {
  return {
    isSecure: isSecureContext,
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: 'Notification' in window ? Notification.permission : 'default',
    userAgent: navigator.userAgent,
  };
}

/** The id of this browser among the devices of the gateway, if it is one of them. */
export function createOwnId(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  { path }: Pick<Base, 'path'>,
) {
  const key = `ccu-gateway-push:${path}`;
  return {
    get: () => storage.getItem(key) ?? undefined,
    set: (id: string | undefined) => (id === undefined ? storage.removeItem(key) : storage.setItem(key, id)),
  };
}

/** Keeps the id for the worker, which renews the subscription while no page is open. */
export async function keepIdForWorker(
  storage: Pick<CacheStorage, 'open' | 'delete'> | undefined,
  { path, url }: Pick<Base, 'path' | 'url'>,
  id: string | undefined,
): Promise<void> {
  const name = `ccu-gateway-push:${path}`;
  if (id === undefined) await storage?.delete(name);
  else await (await storage?.open(name))?.put(new URL('push-id', url), new Response(id));
}

type Keys = Pick<NewPushDevice, 'endpoint' | 'p256dh' | 'auth'>;

/** Why a browser did not subscribe. */
type Refusal = 'refused' | 'untrusted' | 'unreachable';

/** Subscribes this browser with the key of the gateway, after a question of the browser. */
export async function subscribe(publicKey: string, { path }: Pick<Base, 'path'>): Promise<Keys | Refusal> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  try {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { scope: path });
  } catch {
    // An exception for a certificate is not enough: browsers start no worker from there.
    return 'untrusted';
  }
  const { pushManager } = await navigator.serviceWorker.ready;
  // One of another key would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(() => undefined);
  if (subscription === undefined) return 'unreachable';
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint, p256dh, auth };
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** True where this browser still has a subscription: it can end without a word. */
export async function isSubscribed(): Promise<boolean> {
  if (!abilities().hasPush) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return ((await registration?.pushManager.getSubscription()) ?? null) !== null;
}
