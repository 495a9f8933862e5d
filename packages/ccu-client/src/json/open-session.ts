import { clientClosed } from '../model/errors.js';
import type { Now } from '../model/ports.js';
import type { Login, RawCall } from './login.js';

/** The session that is open, or being opened. */
export class OpenSession {
  readonly #raw: RawCall;
  readonly #login: Login;
  readonly #now: Now;
  readonly #renewMs: number;
  #id: string | undefined;
  /** When the CCU last opened or renewed it. Using it does not keep it alive. */
  #renewedAt = 0;
  #opening: Promise<string> | undefined;
  #closed = false;

  /** A session older than `renewMs` is renewed before it is used. */
  constructor(raw: RawCall, login: Login, now: Now, renewMs: number) {
    this.#raw = raw;
    this.#login = login;
    this.#now = now;
    this.#renewMs = renewMs;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** Opened or renewed where that is needed. */
  async current(): Promise<string> {
    if (this.#id === undefined) return await this.#open();
    const age = this.#now() - this.#renewedAt;
    // After a clock was set back, the age is unknown.
    return age < 0 || age > this.#renewMs ? await this.#renew(this.#id) : this.#id;
  }

  /** A session that the CCU has just confirmed. */
  async confirmed(): Promise<string> {
    return this.#id === undefined ? await this.#open() : await this.#renew(this.#id);
  }

  /** A new session in place of one that is over. */
  async replace(id: string, signal?: AbortSignal): Promise<string> {
    if (this.#id === id) {
      this.#id = undefined;
      await this.#raw('Session.logout', {}, id, signal).catch(() => undefined);
    }
    return await this.current();
  }

  async close(signal?: AbortSignal): Promise<void> {
    this.#closed = true;
    const id = this.#id ?? (await this.#opening?.catch(() => undefined));
    this.#id = undefined;
    if (id === undefined) return;
    await this.#raw('Session.logout', {}, id, signal).then(
      () => this.#login.forget(),
      () => undefined,
    );
  }

  /** One login at a time, which all callers wait for. None of them aborts it. */
  #open(): Promise<string> {
    // Pending work must not leave a session behind that is never closed.
    if (this.#closed) return Promise.reject(clientClosed());
    this.#opening ??= this.#login
      .open((id) => {
        this.#id = id;
        this.#renewedAt = this.#now();
      })
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  /** The same session when the CCU still has it, else a new one. */
  async #renew(id: string): Promise<string> {
    const reply = await this.#raw('Session.renew', {}, id);
    if (reply.kind === 'error' || reply.result === false) {
      if (this.#id === id) this.#id = undefined;
      return await this.#open();
    }
    this.#renewedAt = this.#now();
    return id;
  }
}
