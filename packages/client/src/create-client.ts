import type { OpenedStream, WebSocketConstructor } from '@ccu-gateway/event-stream/client';
import { type CredentialOptions, createCredential } from './access/credential.js';
import { type EventOptions, type GatewayEvent, openEvents } from './events/events.js';
import { type FollowedHouse, type FollowOptions, followHouse } from './events/follow.js';
import { type AddressOrder, createAddresses } from './rest/addresses.js';
import { type Calls, createCalls } from './rest/calls.js';
import { startTimer, type Timer } from './rest/deadline.js';
import type { CallAnswer, CallArguments, CallableId, OperationId } from './rest/operations.js';

/** Address of the gateway, credential, and time limits. Only `url` is required. */
export interface ClientOptions extends CredentialOptions {
  /**
   * Of the gateway, e.g. `http://gateway.lan:8119`; with its path where it stands behind a proxy under one. Or of
   * several gateways that serve one installation: events and reads go on at the next one when one cannot be reached; a
   * change is sent once.
   */
  readonly url: string | URL | readonly (string | URL)[];
  /** Order in which several addresses are tried. Default `shuffled`: clients spread over the gateways. */
  readonly order?: AddressOrder;
  /**
   * Milliseconds that a call may take without progress: until its answer begins, and from then on for every 3 KiB of it. A form gets
   * the time besides that its files need at the slowest rate of a gateway. Default 30 000.
   */
  readonly timeoutMs?: number;
  /**
   * Makes the connection of events, e.g. `WebSocket` of `ws`. Default: server-sent events over `fetch`; with the cookies of a
   * browser its own WebSocket.
   */
  readonly webSocket?: WebSocketConstructor;
  /** Default: that of the runtime. */
  readonly fetch?: typeof fetch;
  /** Runs once after a delay in milliseconds and returns how to cancel; for tests. */
  readonly timer?: Timer;
  /** Milliseconds since the Unix epoch; for tests. */
  readonly now?: () => number;
  /** In [0, 1), for the pauses between attempts; for tests. */
  readonly random?: () => number;
}

/** A gateway, as a program sees it. */
export interface Gateway extends Calls {
  /** Address without a trailing slash; of several, the one that the next call goes to. */
  readonly url: string;
  /**
   * Calls an operation by its name and resolves with its answer. A change is never repeated by itself.
   *
   * @throws ProblemError when the gateway refuses, UnreachableError when it does not answer in time, UnexpectedAnswerError when
   * something else than a gateway answers, TypeError for a path value that is empty, and the reason of `signal`
   * @example
   * const { items } = await gateway.call('listDevices', { query: { central: 'home' } });
   */
  call<Id extends CallableId>(operation: Id, ...args: CallArguments<Id>): Promise<CallAnswer<Id>>;
  /**
   * The same for files and streams: resolves with the successful response as soon as its headers are there. Its body is the
   * caller's; `signal` still ends it.
   *
   * @throws as `call`
   * @example
   * const backup = await gateway.request('downloadBackup', { path: { id } });
   * for await (const chunk of backup.body ?? []) file.write(chunk);
   */
  request<Id extends OperationId>(operation: Id, ...args: CallArguments<Id>): Promise<Response>;
  /**
   * Takes a snapshot of the installation and passes every event after it, in order, across lost connections. Losses are
   * reported, and a new snapshot is taken.
   *
   * @throws before the first snapshot: SubscriptionError when the gateway does not accept the credential or the topics,
   * UnreachableError when it cannot be reached, errors of `call` and of the listeners, and the reason of `signal`. Afterwards
   * it reconnects by itself, and a final error rejects `ended`.
   * @example
   * const house = await gateway.follow({
   *   topics: ['devices/#'],
   *   onEvent: (event) => console.log(event.seq, event.type),
   *   onLost: ({ reason }) => console.warn('events are missing:', reason),
   * });
   * console.log(house.snapshot.devices.length);
   */
  follow(options: FollowOptions): Promise<FollowedHouse>;
  /**
   * Only the events, as an iterator that reconnects and resumes, with a cursor of the caller where one is given.
   *
   * @throws while iterating: EventsLostError where events are missing and neither `onLost` nor `snapshot` is given
   * @example
   * for await (const event of gateway.events({ topics: ['devices/#'] })) {
   *   if (event.type === 'device.trigger') console.log(event.payload.device_address, event.payload.event_type);
   * }
   */
  events(options: EventOptions): OpenedStream<GatewayEvent>;
}

/**
 * A client of one gateway, or of one installation that several gateways serve. It holds no connection of its own and
 * needs no closing.
 *
 * @throws TypeError when the options contradict each other or `url` is no address of a gateway
 * @example
 * const gateway = createClient({ url: 'http://gateway.lan:8119', token });
 * const { items } = await gateway.call('listDevices');
 */
export function createClient(options: ClientOptions): Gateway {
  const { timeoutMs = 30_000, timer = startTimer, random = Math.random, now = Date.now, webSocket } = options;
  const addresses = createAddresses(options.url, { order: options.order, random });
  const credential = createCredential(options);
  const fetcher = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  const context = { addresses, credential, fetch: fetcher, timeoutMs, timer, random, now, webSocket };
  const calls = createCalls(context);
  return {
    ...calls,
    get url() {
      return addresses.current;
    },
    follow: (following) => followHouse(context, calls, following),
    events: (wanted) => openEvents(context, wanted),
  };
}
