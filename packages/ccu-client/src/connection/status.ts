import type { Announced } from '../callback/server.js';
import type { CcuError } from '../model/errors.js';
import type { CcuEvent, ConnectionState, InterfaceName, InterfaceStatus } from '../model/model.js';
import type { Now } from '../model/ports.js';
import type { Cause } from './link.js';

type Measured = Pick<InterfaceStatus, 'pingMs' | 'callbackUrl' | 'registrations' | 'dutyCycle' | 'carrierSense'>;

/** Holds the status of one interface and publishes every change of it. */
export interface StatusBoard {
  current(): InterfaceStatus;
  set(state: ConnectionState, note?: string, cause?: string): void;
  /** Publishes nothing but a change of duty cycle or carrier sense. */
  measured(values: Measured): void;
  /** An event arrived; publishes nothing. */
  heard(): void;
}

export function createStatusBoard(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
}): StatusBoard {
  const { central, interfaceName, now, emit } = deps;
  let status: InterfaceStatus = { central, interfaceName, state: 'disconnected', connected: false };

  function publish(previous: ConnectionState): void {
    emit({ type: 'link_state', central, interfaceName, at: now(), status, previous });
  }

  return {
    current: () => status,
    set(state, note, cause) {
      const previous = status;
      if (previous.state === state && previous.note === note) return;
      const { note: _note, cause: _cause, ...rest } = previous;
      status = {
        ...rest,
        state,
        connected: state === 'connected',
        ...(note === undefined ? {} : { note }),
        ...(cause === undefined ? {} : { cause }),
      };
      publish(previous.state);
    },
    measured(values) {
      const previous = status;
      status = { ...previous, ...values };
      if (status.dutyCycle !== previous.dutyCycle || status.carrierSense !== previous.carrierSense) {
        publish(previous.state);
      }
    },
    heard() {
      const lastEventAt = now();
      if (lastEventAt !== status.lastEventAt) status = { ...status, lastEventAt };
    },
  };
}

/** Describes a fault to people, with a hint where to look. */
export function noteFor(error: CcuError, closed?: ClosedPort): string {
  const note = plainNoteFor(error);
  const isKeptOut = error.code === 'unreachable' || error.code === 'timeout' || error.code === 'forbidden_by_firewall';
  if (closed === undefined || !isKeptOut) return note;
  return `${note} The CCU's firewall has no switch for ${closed.interfaceName}: name port ${closed.port} there as an open port.`;
}

/** A port that the CCU's firewall keeps shut until it is named there. */
interface ClosedPort {
  readonly interfaceName: string;
  readonly port: number;
}

function plainNoteFor(error: CcuError): string {
  switch (error.code) {
    case 'booting':
      return 'The CCU is starting and not ready yet; it will be used as soon as it is.';
    case 'login_refused':
      return 'The CCU refuses user name or password on this port.';
    case 'forbidden_by_firewall':
      return "The CCU's firewall settings forbid this host to use the port: allow it under remote access.";
    case 'tls_untrusted':
      return "The CCU's certificate is not accepted: check the pinned fingerprint.";
    case 'timeout':
      return UNANSWERED;
    case 'unreachable':
      return `The port of this interface cannot be reached: ${error.message}.`;
    default:
      return `This interface cannot be used: ${error.message}.`;
  }
}

export const UNANSWERED = 'The port of this interface accepts calls but does not answer in time.';
export const PING_REFUSED = 'The interface answers a ping with a fault, so the round trip is not proved.';
export const EVENTS_WITHOUT_PONG =
  'Events arrive, but a ping causes none, so the round trip is not proved: the interface process is overloaded or stuck.';

/** The sentences of causes that need nothing else: those of an error and of an unreachable callback have details. */
export const SENTENCES: Readonly<Record<Exclude<Cause, CcuError | 'unreachable'>, string>> = {
  absent: 'The CCU answers, but runs no process for this interface.',
  warming_up: 'The CCU has just started; its devices need a moment.',
  events_for_pong: 'The interface answers a ping with a fault; that events arrive proves the way back.',
  doubtful: 'Events may be lost, so devices and values are read again before the link counts as connected.',
  unread: 'Events may be lost, and the values could not be read again yet; the next attempt follows.',
  unanswered: UNANSWERED,
  refused: PING_REFUSED,
  silent: 'A ping did not come back as an event.',
  events_without_pong: EVENTS_WITHOUT_PONG,
  ping_refused: PING_REFUSED,
  no_ping: 'This interface has no ping, so the way back is proved by its first event only.',
};

const ORIGIN: Readonly<Record<Announced['from'], string>> = {
  configured: 'as configured',
  bound: 'the address the listener is bound to',
  detected: 'the local address that leads to the CCU',
};

export function callbackNote(announced: Announced, foreign: boolean): string {
  const address = `${announced.shown} (${ORIGIN[announced.from]})`;
  if (foreign) {
    return `Calls work, but events arrive for a foreign client that uses our name; the callback address at the CCU is ${address}.`;
  }
  return `Calls work, but nothing the CCU sends arrives here: it cannot reach ${address}. Check the announced host, firewalls and container port mappings.`;
}
