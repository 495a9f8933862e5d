import { isIPv4 } from 'node:net';
import type { FaultSwitches } from '../environment/switches.js';
import type { Timers } from '../environment/time.js';
import type { InterfaceName } from '../house/types.js';
import type { TypedValue } from '../wire/typed-value.js';
import { list, record, text } from '../wire/typed-value.js';
import type { DecodedAnswer } from '../wire/xml-decode.js';
import type { XmlDialect } from '../wire/xml-encode.js';
import { type CallbackClient, createCallbackClient } from './client.js';

/** A client that asked for events. */
export interface Registration {
  readonly interfaceName: InterfaceName;
  readonly url: string;
  readonly interfaceId: string;
  /** Consecutive failed deliveries; at 10 the registration is dropped. */
  readonly failures: number;
}

/** Consecutive failed deliveries after which a client is forgotten. */
const MAX_FAILURES = 10;
/** Calls in one system.multicall. */
const BATCH_SIZE = 100;

export interface CallbackCall {
  readonly method: string;
  /** Without the interface id, which comes first in every callback. */
  readonly params: readonly TypedValue[];
}

export interface CallbacksOptions {
  readonly interfaceName: InterfaceName;
  readonly dialect: XmlDialect;
  readonly switches: FaultSwitches;
  readonly timers: Timers;
  /** True while the interface process is not running. */
  readonly isDown: () => boolean;
  /** A known URL keeps the interface id it first came with. */
  readonly keepsFirstId: boolean;
  /** The parser of rfd and hs485d: IPv4 addresses, names that begin with a letter, room for 255 characters. */
  readonly plainUrls: boolean;
  /** CUxD always uses its own name, in place of the id of the client. */
  readonly fixedId?: string;
}

/** Client registered for events, with its queue of callbacks. */
export class RegisteredClient {
  readonly #options: CallbacksOptions;
  readonly #giveUp: () => void;
  readonly #wire: CallbackClient;
  readonly #queue: CallbackCall[] = [];
  #interfaceId: string;
  #failures = 0;
  #isRegistered = true;
  #sending: Promise<void> | undefined;

  /** `giveUp` is called after too many failed deliveries. */
  constructor(
    readonly url: string,
    interfaceId: string,
    options: CallbacksOptions,
    giveUp: () => void,
  ) {
    this.#interfaceId = interfaceId;
    this.#options = options;
    this.#giveUp = giveUp;
    this.#wire = createCallbackClient(url, options.dialect, options.timers);
  }

  get registration(): Registration {
    const { interfaceName } = this.#options;
    return { interfaceName, url: this.url, interfaceId: this.#interfaceId, failures: this.#failures };
  }

  /** Resolves when nothing is left to be sent; undefined while nothing is. */
  get sending(): Promise<void> | undefined {
    return this.#sending;
  }

  registerAgain(interfaceId: string): void {
    if (!this.#options.keepsFirstId) this.#interfaceId = interfaceId;
  }

  deregister(): void {
    this.#isRegistered = false;
    this.#wire.close();
  }

  async ask(method: string): Promise<DecodedAnswer | undefined> {
    if (!this.#canBeCalled) return undefined;
    return this.#wire.call(method, [text(this.#interfaceId)]).catch(() => undefined);
  }

  tell(call: CallbackCall): void {
    this.#queue.push(call);
    this.#sending ??= this.#drain();
  }

  /** Sends the queue, one delivery at a time; callbacks added meanwhile go into the next one. */
  async #drain(): Promise<void> {
    // The answer to the request that caused an event leaves before the event does.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0 && this.#isRegistered) {
      const batch = nextBatch(this.#queue).filter((call) => !isPong(call) || !this.#losesPongs);
      if (batch.length === 0) continue;
      const deliveries = this.#options.switches.duplicateEvents ? 2 : 1;
      for (let delivery = 0; delivery < deliveries; delivery += 1) await this.#deliver(batch);
    }
    // In the same turn as the last read of the queue: a later push starts a new drain.
    this.#sending = undefined;
  }

  async #deliver(batch: readonly CallbackCall[]): Promise<void> {
    const { isDown, switches, fixedId, timers } = this.#options;
    if (switches.callbackDelayMs > 0)
      await new Promise<void>((resolve) => void timers.after(switches.callbackDelayMs, resolve));
    // An interface process that does not run yet has no clients to tell.
    if (isDown() || this.#isLost()) return;
    if (!this.#canBeCalled) return this.#failed();
    if (switches.garbage) {
      await this.#wire.garbage();
      return this.#failed();
    }
    const [method, params] = asCall(fixedId ?? this.#interfaceId, batch);
    for (let attempt = 0; attempt < 2 && this.#isRegistered; attempt += 1) {
      try {
        await this.#wire.call(method, params);
        this.#failures = 0;
        return;
      } catch {
        // One more try, then this batch is lost: that is how the interface processes do it.
      }
    }
    this.#failed();
  }

  get #losesPongs(): boolean {
    const { switches, interfaceName } = this.#options;
    return switches.lostPongs.has(interfaceName);
  }

  /** Counts a delivery that is to be lost. */
  #isLost(): boolean {
    const lost = this.#options.switches.lostDeliveries.get(this.#options.interfaceName);
    if (lost === undefined || lost.left <= 0) return false;
    lost.left -= 1;
    return true;
  }

  #failed(): void {
    this.#failures += 1;
    if (this.#failures >= MAX_FAILURES && this.#isRegistered) this.#giveUp();
  }

  /** A URL that the parser cannot read is registered like any other, and never called. */
  get #canBeCalled(): boolean {
    const { switches, interfaceName, plainUrls } = this.#options;
    if (switches.droppedCallbacks.has(interfaceName)) return false;
    return !plainUrls || isPlain(this.url, this.#interfaceId);
  }
}

function isPlain(url: string, interfaceId: string): boolean {
  const host = /^\w+:\/\/([^/]*?)(?::\d+)?(?:\/|$)/.exec(url)?.[1] ?? '';
  const isPlainHost = isIPv4(host) || /^[a-z]/i.test(host);
  return isPlainHost && url.length + interfaceId.length <= 255;
}

const isPong = ({ method, params }: CallbackCall): boolean => method === 'event' && params[1]?.value === 'PONG';

/** Events travel together; everything else travels alone. */
function nextBatch(queue: CallbackCall[]): readonly CallbackCall[] {
  const firstOther = queue.findIndex((call) => call.method !== 'event');
  const events = firstOther < 0 ? queue.length : firstOther;
  return queue.splice(0, Math.max(1, Math.min(events, BATCH_SIZE)));
}

function asCall(interfaceId: string, batch: readonly CallbackCall[]): readonly [string, readonly TypedValue[]] {
  const id = text(interfaceId);
  const first = batch[0] as CallbackCall;
  if (first.method !== 'event') return [first.method, [id, ...first.params]];
  const calls = batch.map(({ method, params }) => record({ methodName: text(method), params: list([id, ...params]) }));
  return ['system.multicall', [list(calls)]];
}
