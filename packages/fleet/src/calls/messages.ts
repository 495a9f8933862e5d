import type { CallFailure } from '../model/calls.js';

/**
 * Messages between two processes. A call is begun only by `go`, which answers `ready`. So the caller can be sure that
 * nothing was done as long as it has not sent it, and the called process measures by its own clock how old a `go` can
 * be.
 */
export type CallMessage = { readonly from: string; readonly call: string } & (
  | { readonly type: 'ask'; readonly method: string; readonly args?: unknown }
  | { readonly type: 'go' | 'cancel' }
  | ReplyContent
);

/** Messages of the called process. */
export type ReplyContent =
  | { readonly type: 'ready' | 'alive' }
  | { readonly type: 'done'; readonly value?: unknown }
  /** Of the JSON of the value, where it is too large for one message: all of them stand for `done`. */
  | { readonly type: 'part'; readonly index: number; readonly count: number; readonly text: string }
  | { readonly type: 'failed'; readonly failure: CallFailure }
  /** Nothing was done. */
  | { readonly type: 'refused'; readonly code: 'unavailable' | 'not_holder'; readonly why: string }
  /** It was done, and the answer is too large. */
  | { readonly type: 'too_large' };

const types: ReadonlySet<unknown> = new Set([
  'ask',
  'ready',
  'go',
  'alive',
  'cancel',
  'done',
  'part',
  'failed',
  'refused',
  'too_large',
]);

/** Parses a message; `undefined` for any other text. */
export function readMessage(text: string): CallMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { from, call, type } = value as Partial<CallMessage>;
    const isOne = typeof from === 'string' && typeof call === 'string' && types.has(type);
    // Processes of one fleet write nothing else under a known type.
    return isOne ? (value as CallMessage) : undefined;
  } catch {
    return undefined;
  }
}
