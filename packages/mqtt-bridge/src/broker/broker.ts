import { type BrokerConnection, connectOnce } from './connection.js';
import { type BrokerFault, endOf, faultOf, SilentBroker } from './fault.js';
import { createLimitSearch } from './limit-search.js';
import type { Oversized } from './oversized.js';
import type { BrokerSettings, Delivery, ProtocolVersion, Publication } from './settings.js';

/** State of a broker. Times are milliseconds since the Unix epoch. */
export interface BrokerState {
  readonly state: 'connecting' | 'connected' | 'waiting' | 'closed';
  readonly since: number;
  readonly version?: ProtocolVersion | undefined;
  /** Why it is not connected, or was not before this. */
  readonly fault?: BrokerFault | undefined;
}

/** Time and chance, for tests. */
export interface BrokerEnvironment {
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Resolves after the time, or at once when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Default: by mqtt.js. */
  readonly connect?: typeof connectOnce;
}

export interface BrokerOptions {
  readonly settings: BrokerSettings;
  /** Last will: published by the broker when this gateway disappears. */
  readonly will: Publication;
  /** Called for each new connection; its work ends with the signal. A rejection ends the connection. */
  readonly onConnected: (connection: BrokerConnection, signal: AbortSignal) => Promise<void>;
  readonly onDelivery: (delivery: Delivery) => void;
  /** A message was dropped, because it is larger than the bridge reads. */
  readonly onOversized: (message: Oversized) => void;
  /** The broker ends the connection at large packets: from now on none above this many bytes is sent. */
  readonly onLimitFound: (bytes: number) => void;
  readonly onState: (state: BrokerState) => void;
  /** One of the calls above failed. The broker continues. */
  readonly onFault: (error: unknown) => void;
  readonly environment: BrokerEnvironment;
}

/** A broker that is connected again and again for ever, until it is closed. */
export interface Broker {
  readonly state: BrokerState;
  /** Publishes `last` and disconnects, where the broker accepts it; otherwise only disconnects. */
  close(last: Publication): Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** How long a goodbye may take. A broker that takes nothing would otherwise keep a gateway until its keep-alive ends. */
const GOODBYE_MS = 1_000;

/** A broker that answers pings for so long, and none of the requests that wait for an answer, has hung. */
const SILENT_MS = 90_000;

/** Reason codes of MQTT 5. */
const RETAIN_NOT_SUPPORTED = 154;
const QOS_NOT_SUPPORTED = 155;

/** Begins to connect at once. */
export function openBroker(options: BrokerOptions): Broker {
  const broker = new EndlessBroker(options);
  broker.begin();
  return broker;
}

/** A class, because it owns the connections one after the other. */
class EndlessBroker implements Broker {
  state: BrokerState;
  private readonly ending = new AbortController();
  private connection: BrokerConnection | undefined;
  private version: ProtocolVersion = 5;
  /** The will as the broker accepts it. */
  private will: Publication;
  private readonly search = createLimitSearch();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: BrokerOptions) {
    this.state = { state: 'connecting', since: options.environment.now() };
    this.will = options.will;
  }

  begin(): void {
    this.running = this.run();
  }

  async close(last: Publication): Promise<void> {
    const { connection } = this;
    this.ending.abort();
    if (connection !== undefined) await this.sayGoodbye(connection, last);
    await this.running;
    this.become({ state: 'closed' });
  }

  private async sayGoodbye(connection: BrokerConnection, last: Publication): Promise<void> {
    const said = new AbortController();
    const goodbye = connection.publish(last).then(() => connection.close());
    await Promise.race([goodbye.catch(() => {}), this.options.environment.wait(GOODBYE_MS, said.signal)]);
    said.abort();
    connection.cut();
  }

  private async run(): Promise<void> {
    const { environment } = this.options;
    const { signal } = this.ending;
    for (let failures = 0; !signal.aborted; ) {
      this.become({ state: 'connecting', fault: this.state.fault });
      const connectedAt = await this.live().catch((error: unknown) => this.fault(error));
      if (signal.aborted) return;
      // A connection that held for a while was no failure.
      failures = connectedAt !== undefined && environment.now() - connectedAt > LONGEST_PAUSE_MS ? 0 : failures + 1;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 16));
      this.become({ state: 'waiting', fault: this.state.fault });
      await environment.wait(pause * (0.5 + environment.random() / 2), signal);
    }
  }

  /** One connection from its beginning to its end. Resolves with true when the broker accepted it. */
  private async live(): Promise<number | undefined> {
    const { settings, onConnected, onDelivery, onOversized, environment } = this.options;
    const { connect = connectOnce } = environment;
    const life = new AbortController();
    let end: (error: unknown, unanswered: number) => void = () => {};
    const ended = new Promise<{ readonly error: unknown; readonly unanswered: number }>((resolve) => {
      end = (error, unanswered) => resolve({ error, unanswered });
    });
    const how = { version: this.version, will: this.will, knownLimit: this.search.limit };
    try {
      this.connection = await connect(settings, how, { onDelivery, onOversized, onEnd: end }, this.ending.signal);
    } catch (error) {
      this.refusedBy(error);
      return undefined;
    }
    // It was closed while the broker accepted it.
    if (this.ending.signal.aborted) {
      this.connection.cut();
      return undefined;
    }
    const since = environment.now();
    this.become({ state: 'connected', version: this.version });
    const { connection } = this;
    let failure: unknown;
    onConnected(connection, life.signal).catch((error: unknown) => {
      failure ??= error;
      connection.cut();
    });
    this.endWhenSilent(connection, life.signal, (error) => {
      failure = error;
    }).catch(this.options.onFault);
    const { error = failure, unanswered } = await ended;
    life.abort();
    this.connection = undefined;
    if (this.ending.signal.aborted) return since;
    this.become({ state: 'waiting', fault: endOf(error, settings.url) });
    const found = this.search.ended(error, unanswered);
    if (found !== undefined) this.options.onLimitFound(found);
    return since;
  }

  /** Cuts the connection when the broker answered none of its requests between two checks. */
  private async endWhenSilent(
    connection: BrokerConnection,
    signal: AbortSignal,
    because: (error: SilentBroker) => void,
  ): Promise<void> {
    const { answers } = connection;
    while (!signal.aborted) {
      const before = { ...answers };
      await this.options.environment.wait(SILENT_MS, signal);
      if (signal.aborted || before.owed === 0 || answers.given > before.given) continue;
      because(new SilentBroker());
      connection.cut();
      return;
    }
  }

  /**
   * A broker that supports only 3.1.1 reports that, or closes without an answer: then the next attempt uses the other
   * version. One that refuses the will for its QoS or its retain flag gets another will.
   */
  private refusedBy(error: unknown): void {
    const fault = faultOf(error, this.options.settings.url);
    const { code } = (error ?? {}) as { readonly code?: unknown };
    if (code === QOS_NOT_SUPPORTED) this.will = { ...this.will, qos: 0 };
    if (code === RETAIN_NOT_SUPPORTED) this.will = { ...this.will, retain: false };
    if (fault.kind === 'protocol' || fault.kind === 'closed') this.version = this.version === 5 ? 4 : 5;
    this.become({ state: 'waiting', fault });
  }

  private become(state: Omit<BrokerState, 'since'>): void {
    const { state: before } = this;
    const since = before.state === state.state ? before.since : this.options.environment.now();
    this.state = { ...state, since };
    try {
      this.options.onState(this.state);
    } catch (error) {
      this.options.onFault(error);
    }
  }

  /** Ends the connection, so that a new one is made. */
  private fault(error: unknown): undefined {
    this.connection?.cut();
    this.connection = undefined;
    this.options.onFault(error);
  }
}
