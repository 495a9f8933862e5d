import type { Logger } from '@ccu-gateway/gateway-core';
import type { RefusedFilter } from './broker/connection.js';
import { type BrokerIncident, droppedMessage } from './broker/incidents.js';
import { LARGEST_READ, type Oversized } from './broker/oversized.js';
import { MessageTooLarge, reasonText } from './broker/reasons.js';
import type { Troubles } from './troubles.js';

export interface ReportsOptions {
  readonly broker: string;
  readonly troubles: Troubles;
  readonly log: Logger;
  readonly incident: (incident: BrokerIncident) => void;
  readonly now: () => number;
}

/** Reports the troubles with one broker: in its list of troubles, in the log, and as incidents. */
export interface Reports {
  note: Troubles['note'];
  /** Once a minute for each kind of trouble: a broker can send the same a thousand times a second. */
  warn(what: string, fields: Readonly<Record<string, unknown>>): void;
  /** A message was not published: the broker refused it, or it is larger than the broker accepts. */
  notPublished(topic: string, error: unknown): void;
  /** The broker refuses filters. `effect`: the function that is missing without them. */
  refusedFilters(refused: readonly RefusedFilter[], effect: string): void;
  /** A message of the broker was dropped. A retained one comes again with each connection; its incident is reported once. */
  dropped(message: Oversized): void;
  /** The broker ends the connection at large packets. */
  limitFound(bytes: number): void;
  /** The broker keeps no retained messages. */
  keepsNothing(): void;
}

const WARN_AGAIN_MS = 60_000;
/** Incidents of messages that are too large; more than that are in the list of troubles alone. */
const MAX_INCIDENTS = 20;
const RETAIN_NOT_SUPPORTED = 154;

export function createReports({ broker, troubles, log, incident, now }: ReportsOptions): Reports {
  const warned = new Map<string, number>();
  const droppedTopics = new Set<string>();
  const reports: Reports = {
    note: troubles.note,
    warn(what, fields) {
      const at = now();
      if (at - (warned.get(what) ?? Number.NEGATIVE_INFINITY) < WARN_AGAIN_MS) return;
      warned.set(what, at);
      log.warn(`mqtt ${what}`, { broker, ...fields });
    },
    notPublished(topic, error) {
      const message = refusalText(error);
      troubles.note({ kind: 'publish', message, topic });
      reports.warn('publish', { topic, note: message });
    },
    refusedFilters(refused, effect) {
      for (const { filter, code } of refused) {
        const message = `The broker refuses to deliver this filter, so ${effect}: ${reasonText(code)}`;
        troubles.note({ kind: 'subscription', message, topic: filter });
        reports.warn('subscription', { filter, note: message });
      }
    },
    dropped(message) {
      const { topic, bytes } = message;
      const text = `The message has ${bytes} bytes; the gateway reads up to ${LARGEST_READ}`;
      troubles.note({ kind: 'message_dropped', message: text, topic });
      reports.warn('message dropped', { topic, bytes });
      if (droppedTopics.has(topic) || droppedTopics.size >= MAX_INCIDENTS) return;
      droppedTopics.add(topic);
      incident(droppedMessage(message));
    },
    limitFound(bytes) {
      const note = `The broker ends the connection at large packets; none above ${bytes} bytes is sent any more`;
      troubles.note({ kind: 'connection', message: note });
      reports.warn('packet limit', { note });
    },
    keepsNothing() {
      troubles.note({ kind: 'publish', message: `The broker keeps no messages: ${reasonText(RETAIN_NOT_SUPPORTED)}` });
    },
  };
  return reports;
}

/** In the words of the broker's reason code, where it sent one. */
function refusalText(error: unknown): string {
  if (error instanceof MessageTooLarge) return error.message;
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const words = String(message ?? error).split('\n', 1)[0] ?? '';
  return `The broker refused it: ${typeof code === 'number' ? reasonText(code) : words}`;
}
