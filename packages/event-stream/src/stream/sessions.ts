import type { Core } from '../delivery/core.js';
import type { Connection, ConnectionInfo, ConnectionOptions } from '../model/connection.js';
import { closeCodes } from '../model/limits.js';
import { shield } from '../model/shield.js';
import type { ConnectionNotice, Repeat } from '../model/stream.js';
import { openSession, type Session } from '../session/session.js';

/** The connections of a stream. */
export interface Sessions {
  open(connection: ConnectionOptions): Connection;
  list(): readonly ConnectionInfo[];
  each(run: (session: Session) => void): void;
  /** Ends them all, because the stream ends. */
  close(code?: number, reason?: string): void;
}

const tickMs = 1_000;

export function createSessions(setup: {
  readonly core: Core;
  readonly repeat: Repeat;
  readonly onNotice: ((notice: ConnectionNotice) => void) | undefined;
  readonly onError: (error: unknown) => void;
}): Sessions {
  const { core, repeat, onNotice, onError } = setup;
  const sessions = new Map<number, Session>();
  let nextId = 1;
  let stopTicking: (() => void) | undefined;

  function tick(): void {
    core.flush();
    const now = core.monotonic();
    for (const session of sessions.values()) session.tick(now);
  }

  function forget(id: number): void {
    sessions.delete(id);
    if (sessions.size > 0) return;
    stopTicking?.();
    stopTicking = undefined;
  }

  return {
    open(connection) {
      const id = nextId;
      nextId += 1;
      const session = openSession({
        ...connection,
        core,
        id,
        onNotice,
        onClosed: connection.onClosed && shield(connection.onClosed, onError),
        onEnd: () => forget(id),
      });
      sessions.set(id, session);
      stopTicking ??= repeat(tickMs, tick);
      return session;
    },
    each(run) {
      for (const session of [...sessions.values()]) run(session);
    },
    list: () => [...sessions.values()].map((session) => session.info()),
    close(code = closeCodes.shutdown, reason = 'shutdown') {
      for (const session of [...sessions.values()]) session.close(code, reason);
    },
  };
}
