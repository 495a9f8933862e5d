import type { AppendResult, SharedDraft, SharedWriter } from '@ccu-gateway/event-stream';
import type { NextMsgRequest } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { isCode, reasonOf } from '../broker/answers.js';
import type { Broker } from './broker.js';
import { newestOf } from './newest.js';
import { bodyOf, headersOf, messageId } from './record.js';
import { subjectOf } from './subjects.js';

type One =
  | { readonly seq: number }
  | { readonly outcome: 'conflict'; readonly vanished?: true }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** Separator between the id of a draft and the number of its attempts; no id has it. */
const ATTEMPT = '~';
const VANISHED = { outcome: 'conflict', vanished: true } as const;

const reasonOfOutage = ({ health }: Broker) =>
  health.state === 'connected' ? 'the broker does not answer' : health.reason;

/** Ids under which a draft is sent again. The fence lets in one of all. */
function createAttempts() {
  let draft = { id: '', times: 0 };
  return {
    idOf(id: string): string {
      if (draft.id !== id) draft = { id, times: 0 };
      return draft.times === 0 ? id : `${id}${ATTEMPT}${draft.times}`;
    },
    /** Servers did not agree on it: not yet, or not while this one led them, which remembers the id for the whole window (before 2.12). */
    notAgreed(): One {
      draft = { ...draft, times: draft.times + 1 };
      return { outcome: 'unknown', reason: 'the servers have not agreed yet' };
    },
  };
}

interface Sent {
  readonly broker: Broker;
  readonly source: string;
  /** Of the log when the writer was opened. */
  readonly epoch: string;
  /** Of the draft. */
  readonly id: string;
}

/**
 * The message of the subject after `fence` is either this very draft, sent before without an answer, or that of another
 * process.
 */
async function nextAfter(fence: number, sent: Sent): Promise<One> {
  const { broker, source, id } = sent;
  const { name, manager } = broker;
  const query: NextMsgRequest & { readonly seq: number } = { seq: fence + 1, next_by_subj: subjectOf(name, source) };
  try {
    const next = await manager.streams.getMessage(name, query);
    if (!next) return (await isEmpty(sent)) ? VANISHED : { outcome: 'conflict' };
    const [published] = next.header.get('Nats-Msg-Id').split(ATTEMPT);
    return published === id ? { seq: next.seq } : { outcome: 'conflict' };
  } catch (error) {
    return isCode(error, 'noStream') ? { outcome: 'conflict' } : { outcome: 'unknown', reason: reasonOf(error) };
  }
}

/** The bounds of this very log have dropped all that there was of the source. */
async function isEmpty({ broker, source, epoch }: Sent): Promise<boolean> {
  const state = await broker.look();
  return state.epoch === epoch && !(await newestOf(broker, source));
}

/**
 * Every message names the expected newest one of its subject. That one is known only when the message before was
 * answered, so a source waits for each answer; sources do not wait for each other.
 */
export async function openWriter(broker: Broker, source: string): Promise<SharedWriter> {
  const { name, client } = broker;
  const { epoch } = await broker.look();
  const subject = subjectOf(name, source);
  const newest = await newestOf(broker, source);
  let fence = newest?.seq ?? 0;
  const by = {};
  const attempts = createAttempts();

  async function appendOne(draft: SharedDraft): Promise<One> {
    const id = messageId(source, draft);
    const msgID = attempts.idOf(id);
    try {
      const answer = await client.publish(subject, bodyOf(draft), {
        msgID,
        headers: headersOf(draft),
        expect: { streamName: name, lastSubjectSequence: fence },
        timeout: broker.timeoutMs,
      });
      // It was sent before. Under another id it is taken, unless it is there by then: the fence lets one in.
      if (answer.seq === 0) return attempts.notAgreed();
      fence = Math.max(fence, answer.seq);
      return { seq: answer.seq };
    } catch (error) {
      if (isCode(error, 'overtaken')) {
        const overtaking = await nextAfter(fence, { broker, source, epoch, id });
        if ('seq' in overtaking) fence = overtaking.seq;
        return overtaking;
      }
      if (isCode(error, 'inProcess')) return attempts.notAgreed();
      // The client does not even send a message larger than the server takes; an operator may have set less for the
      // stream.
      const isTooLarge = error instanceof errors.InvalidArgumentError || isCode(error, 'tooLarge');
      if (isTooLarge) return { outcome: 'refused', reason: reasonOf(error) };
      broker.suspect();
      return { outcome: 'unknown', reason: reasonOf(error) };
    }
  }

  return {
    source,
    async append(drafts, mayGoOn = () => true): Promise<AppendResult> {
      const seqs: number[] = [];
      for (const draft of drafts) {
        if (!mayGoOn()) break;
        // A message sent now would wait in the client and go out after another process may have become the holder.
        if (!broker.isThere) return { outcome: 'unknown', seqs, reason: reasonOfOutage(broker) };
        if (broker.epoch !== epoch) return { outcome: 'conflict', seqs };
        const one = await appendOne(draft);
        const isUnknown = 'outcome' in one && one.outcome === 'unknown';
        broker.hindered(by, isUnknown ? `an event cannot be kept: ${one.reason}` : undefined);
        if (!('seq' in one)) return { ...one, seqs };
        seqs.push(one.seq);
      }
      return { outcome: 'appended', seqs };
    },
  };
}
