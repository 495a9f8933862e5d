import type { OutgoingRequest } from '@ccu-gateway/webhook-bridge/requests';
import type { ChannelKind } from '../settings/channels.js';
import type { Level, Note } from '../texts/note.js';
import type { ServiceSettings } from './settings.js';
import { bodyOf, DEFAULT_TEMPLATE } from './template.js';

/** Form of the messages of one service. */
interface HttpKind {
  requestOf(settings: ServiceSettings, note: Note): OutgoingRequest;
  /** Reads the answer of a service that refuses in its text. */
  judge?(answer: object): { readonly taken: boolean; readonly retryAfterS?: number };
}

const PRIORITIES: Readonly<
  Record<Level, { readonly ntfy: number; readonly gotify: number; readonly pushover: number }>
> = {
  danger: { ntfy: 5, gotify: 9, pushover: 1 },
  attention: { ntfy: 4, gotify: 6, pushover: 0 },
  info: { ntfy: 3, gotify: 3, pushover: -1 },
};

/** Longest texts that the services take, in characters. */
const LENGTHS = { ntfy: 1_200, telegram: 4_000, pushover: 1_000, gotify: 8_000 } as const;

const below = (url: string, path: string): string => `${url}${url.endsWith('/') ? '' : '/'}${path}`;
const json = (body: object) => JSON.stringify(body);
const JSON_TYPE = { 'content-type': 'application/json' };
const bearer = (token: string | undefined) => (token ? { authorization: `Bearer ${token}` } : undefined);

/** The services, by kind. */
export const HTTP_KINDS: Readonly<Record<Exclude<ChannelKind, 'email' | 'push' | 'mqtt'>, HttpKind>> = {
  ntfy: {
    requestOf: ({ url, to, token }, { title, text, level }) => ({
      url: below(url, ''),
      headers: { ...JSON_TYPE, ...bearer(token) },
      body: json({ topic: to, title, message: text.slice(0, LENGTHS.ntfy), priority: PRIORITIES[level].ntfy }),
    }),
  },
  gotify: {
    requestOf: ({ url, token = '' }, { title, text, level }) => ({
      url: below(url, 'message'),
      headers: { ...JSON_TYPE, 'x-gotify-key': token },
      body: json({ title, message: text.slice(0, LENGTHS.gotify), priority: PRIORITIES[level].gotify }),
    }),
  },
  telegram: {
    requestOf: ({ url, token, to }, { title, text, level }) => ({
      // The token is a part of the path there, so that no URL of a request is ever logged.
      url: below(url, `bot${token}/sendMessage`),
      headers: JSON_TYPE,
      body: json({
        chat_id: to,
        text: (text.startsWith(title) ? text : `${title}\n${text}`).slice(0, LENGTHS.telegram),
        disable_notification: level === 'info',
      }),
      readsText: true,
    }),
    judge(answer) {
      const { ok, parameters } = answer as { readonly ok?: unknown; readonly parameters?: unknown };
      const after: unknown = Reflect.get(Object(parameters), 'retry_after');
      return { taken: ok === true, ...(typeof after === 'number' && after > 0 ? { retryAfterS: after } : {}) };
    },
  },
  pushover: {
    requestOf: ({ url, token = '', to = '' }, { title, text, level, at }) => ({
      url: below(url, '1/messages.json'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...{ token, user: to, title, message: text.slice(0, LENGTHS.pushover) },
        priority: String(PRIORITIES[level].pushover),
        timestamp: String(Math.floor(at / 1000)),
      }).toString(),
      readsText: true,
    }),
    judge: (answer) => ({ taken: Reflect.get(answer, 'status') === 1 }),
  },
  url: {
    requestOf: ({ url, token, body = DEFAULT_TEMPLATE, format = 'json' }, note) => ({
      url,
      headers: {
        'content-type': format === 'json' ? 'application/json' : 'text/plain; charset=utf-8',
        ...bearer(token),
      },
      body: bodyOf(body, format, note),
    }),
  },
};
