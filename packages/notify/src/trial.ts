import type { FaultKind, SenderEnvironment } from '@ccu-gateway/webhook-bridge/requests';
import { createChannel, type Senders } from './channels/channel.js';
import type { ChannelSettings } from './channels/settings.js';
import { bodyOf, DEFAULT_TEMPLATE } from './channels/template.js';
import { type Item, type Message, messageOf } from './rules/message.js';
import type { Language, Subject } from './settings/rules.js';
import { type Note, noteOf } from './texts/note.js';

/** Result of a message without data of the installation. */
export interface TestOutcome {
  readonly delivered: boolean;
  readonly status?: number;
  readonly fault?: { readonly kind: FaultKind; readonly message: string };
}

/**
 * Sends a test message by settings that are not saved, for a push to its devices. A service that refuses is an outcome, not an error. Rejects with a
 * `RangeError` for settings that cannot be used.
 *
 * @example
 * const { delivered, fault } = await testChannel(settings, environment, AbortSignal.timeout(60_000));
 */
export async function testChannel(
  settings: ChannelSettings,
  environment: SenderEnvironment,
  signal: AbortSignal,
  senders: Senders = {},
): Promise<TestOutcome> {
  const channel = createChannel(settings, environment, senders);
  const note = noteOf(testMessage(environment.now()), settings.language);
  const attempt = await channel.deliver(note, signal);
  const answer = attempt.status === undefined ? {} : { status: attempt.status };
  if (attempt.taken) return { delivered: true, ...answer };
  const { kind, message } = attempt.fault;
  return { delivered: false, ...answer, fault: { kind, message } };
}

/** A message for a look at its text. */
export interface Example {
  readonly subject: Subject;
  readonly name: string;
  readonly language: Language;
  readonly phase: 'began' | 'ended';
  /** Template of a `url`, and its format. */
  readonly body?: string | undefined;
  readonly format: 'json' | 'text';
}

/**
 * The note of an example, and the body of the request that a `url` would get.
 *
 * @example
 * previewOf({ subject: 'battery', name: 'Window', language: 'en', phase: 'began', format: 'json' }, Date.now()).note.title;
 */
export function previewOf(example: Example, at: number): { readonly note: Note; readonly body: string } {
  const { subject, name, language, phase, body = DEFAULT_TEMPLATE, format } = example;
  const item: Item = { phase, subject, kind: subject === 'ccu' ? 'ccu_down' : subject, name, since: at, at };
  const message = messageOf({ name: subject, channels: [] }, { items: [item], more: 0 }, at, ['preview']);
  const note = noteOf(message, language);
  return { note, body: bodyOf(body, format, note) };
}

function testMessage(at: number): Message {
  const item: Item = { phase: 'test', subject: 'fault', kind: 'test', name: '', since: at, at };
  return messageOf({ name: 'test', channels: [] }, { items: [item], more: 0 }, at, ['test', at]);
}
