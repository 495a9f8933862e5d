import { createHash } from 'node:crypto';
import type { Rule, Subject } from '../settings/rules.js';

/** One line of a message. Times are milliseconds since the Unix epoch. */
export interface Item {
  readonly phase: 'began' | 'ended' | 'happened' | 'test';
  readonly subject: Subject;
  readonly kind: string;
  readonly name: string;
  readonly since: number;
  readonly at: number;
  readonly detail?: string;
  /** Page of the web UI, relative to its base. */
  readonly page?: string;
}

/** A message in no language yet. */
export interface Message {
  /** The same for the same matter, also after a restart. */
  readonly id: string;
  readonly rule: string;
  /** Names of channels; empty for all. */
  readonly channels: readonly string[];
  readonly at: number;
  readonly items: readonly Item[];
  /** Further ones that are counted only. */
  readonly more: number;
}

/** `key` is what makes it another message than others of the rule. */
export function messageOf(
  { name, channels }: Pick<Rule, 'name' | 'channels'>,
  { items, more }: Pick<Message, 'items' | 'more'>,
  at: number,
  key: readonly unknown[],
): Message {
  const content = JSON.stringify([name, items.map(({ phase }) => phase), key]);
  const id = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { id, rule: name, channels, at, items, more };
}
