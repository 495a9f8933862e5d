import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { Auth } from '@ccu-gateway/auth-core';
import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { type Finding, noStorage } from '@ccu-gateway/gateway-core/parts';
import { invalid, type PushAccess, toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import type { PushSenders } from '@ccu-gateway/notify';
import type { PushDevice, PushDevices } from '@ccu-gateway/notify/push';
import type { GatewayConfig } from '../../config/index.js';
import type { Log } from '../../log/log.js';
import type { BridgeStates } from '../../site/model/bridges.js';
import { PUSH_KEY } from '../../storage/documents.js';
import { askStorage } from '../../storage/storage-refusal.js';
import type { Time } from '../../time/time.js';
import { waitOn } from './bridge-parts.js';

export interface PushDeps {
  /** Texts of this machine that outlive the process; undefined without a database. */
  readonly states: Pick<BridgeStates, 'load' | 'save'> | undefined;
  readonly box: SecretBox;
  /** Reason why values that the box seals must not be kept. */
  readonly keyProblem: string | undefined;
  readonly auth: Pick<Auth, 'users'>;
  readonly config: () => GatewayConfig['notify'];
  readonly time: Time;
  readonly log: Log;
}

/** Phones and browsers of people that take push messages. */
export interface PushPart {
  readonly access: PushAccess;
  /** For channels of kind `push`; undefined where the devices cannot be read. */
  senders(): Promise<Omit<PushSenders, 'badge'> | undefined>;
  /** Removes the devices of users that were deleted or locked. Never rejects. */
  review(): Promise<void>;
  findings(): readonly (Finding & { readonly name: string })[];
}

/** Time for the look-up of a push service. */
const LOOKUP_MS = 10_000;

/** The devices are read when the first request or channel needs them. */
export function createPush(deps: PushDeps): PushPart {
  const { auth, log } = deps;
  let opening: Promise<PushDevices> | undefined;
  let fault: string | undefined;

  const open = (): Promise<PushDevices> => {
    opening ??= openDevices(deps).then(
      (devices) => {
        fault = undefined;
        return devices;
      },
      (error: unknown) => {
        // The database may be there again later.
        opening = undefined;
        fault = 'the devices for push messages cannot be read: see the log';
        log.error('push.unread', { error });
        throw error;
      },
    );
    return opening;
  };

  /** Removes devices of ended accounts. They stay while the accounts cannot be read. */
  async function review(): Promise<void> {
    try {
      const devices = await opening;
      if (devices === undefined || devices.all().length === 0) return;
      const accounts = await accountsOf(auth);
      const gone = await devices.remove(({ owner, account }) => accounts(owner) !== account);
      for (const { user, name } of gone) log.info('push.device_removed', { user, name, reason: 'account ended' });
    } catch (error) {
      log.warn('push.not_reviewed', { error });
    }
  }

  return {
    review,
    senders: () =>
      open().then(
        (devices) => ({ devices, review }),
        () => undefined,
      ),
    findings: () => (fault === undefined ? [] : [{ name: 'devices', status: 'degraded', note: fault }]),
    access: {
      async state({ key }) {
        const devices = await open();
        await review();
        const own = devices.all().filter(({ owner }) => owner === key);
        return { public_key: devices.publicKey, devices: own.map(deviceBody) };
      },
      async add({ key, subject }, { name, language, ...subscription }, signal) {
        await refuseHostile(subscription, { ...deps, signal });
        const account = (await accountsOf(auth))(key);
        // A device of a token or a proxy would outlive its owner unseen.
        if (account === undefined)
          throw new GatewayError('forbidden', 'A token is no person: sign in with an account', {
            reason: 'forbidden_role',
          });
        const devices = await open();
        const added = await devices.add({ owner: key, user: subject, account, name, language, ...subscription });
        if (added === undefined) throw tooManyDevices();
        return deviceBody(added);
      },
      async renew({ key }, id, subscription, signal) {
        await refuseHostile(subscription, { ...deps, signal });
        const isMeant = (device: PushDevice) => device.id === id && device.owner === key;
        const renewed = await (await open()).renew(isMeant, subscription);
        return renewed && deviceBody(renewed);
      },
      async remove({ key }, id) {
        const devices = await open();
        const [removed] = await devices.remove((device) => device.id === id && device.owner === key);
        return removed && deviceBody(removed);
      },
    },
  };
}

const tooManyDevices = () =>
  new GatewayError('conflict', 'You have ten devices, or all users have fifty; remove one first', {
    reason: 'too_many_devices',
  });

const deviceBody = ({ id, name, language, createdAt }: PushDevice) => ({
  ...{ id, name, language },
  created_at: toTimestamp(createdAt),
});

async function openDevices({ states, box, keyProblem, time }: PushDeps): Promise<PushDevices> {
  if (states === undefined) throw noStorage();
  if (keyProblem !== undefined) {
    throw new GatewayError('service_unready', 'The key that seals secrets ends with this process', {
      reason: 'storage_unavailable',
    });
  }
  const { openPush } = await import('@ccu-gateway/notify/push');
  return await openPush({
    records: {
      async load() {
        const sealed = await askStorage(() => states.load(PUSH_KEY));
        return sealed === undefined ? undefined : box.open(sealed, PUSH_KEY);
      },
      save: (text) => askStorage(() => states.save(PUSH_KEY, box.seal(text, PUSH_KEY))),
    },
    now: time.now,
    newId: randomUUID,
  });
}

/** Finds a text for the account behind a principal that ends with that account; undefined where there is none. */
async function accountsOf({ users }: PushDeps['auth']) {
  const [local, logins] = await Promise.all([users.list(), users.listLogins()]);
  if (!local.ok || !logins.ok) throw new GatewayError('service_unready', 'The accounts cannot be read');
  return (key: string): string | undefined => {
    const [, source, name = ''] = /^(local|config):(.*)$/s.exec(key) ?? [];
    if (source === 'local') {
      const found = local.value.find(({ subject }) => subject === name);
      return found === undefined || found.disabledAt !== null ? undefined : String(found.createdAt);
    }
    if (source === 'config') {
      return logins.value.some((login) => login.source === 'config' && login.username === name) ? 'config' : undefined;
    }
    // The gateway has no list of the accounts of a CCU, a provider or an ingress proxy.
    return /^(ccu|oidc|ingress):/.test(key) ? 'elsewhere' : undefined;
  };
}

/** Looks the host of a subscription up, as each message does again. */
async function refuseHostile(
  subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
  { config, time, signal }: Pick<PushDeps, 'config' | 'time'> & { readonly signal: AbortSignal },
): Promise<void> {
  const [{ subscriptionFaults }, { createRequests, DeliveryFault }] = await Promise.all([
    import('@ccu-gateway/notify/push'),
    import('@ccu-gateway/webhook-bridge/requests'),
  ]);
  const faults = subscriptionFaults(subscription);
  if (faults.length > 0) throw invalid(faults.map(({ member, reason }) => ({ field: member, reason })));
  const channels = Object.values(config().channels).filter(({ kind, enabled }) => kind === 'push' && enabled);
  const allowNetworks = channels.flatMap(({ allow_networks }) => allow_networks);
  const requests = createRequests(
    { allowNetworks, timeoutMs: LOOKUP_MS, onlyPublic: true },
    { now: time.now, wait: waitOn(time), lookup: (host) => lookup(host, { all: true }) },
  );
  try {
    await requests.connect(subscription.endpoint, async () => undefined, signal);
  } catch (error) {
    if (!(error instanceof DeliveryFault)) throw error;
    throw invalid([{ field: 'endpoint', reason: error.message.replace('the receiver', 'the push service') }]);
  }
}
