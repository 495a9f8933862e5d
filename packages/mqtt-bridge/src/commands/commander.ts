import type { Delivery, Publication } from '../broker/settings.js';
import { matchesFilter } from '../topics/filter.js';
import type { Topics } from '../topics/tree.js';
import type { Command } from '../tree/command.js';
import type { Asked, Tree } from '../tree/tree.js';
import { type Executing, execute } from './execute.js';
import { type Outcome, refusalOf } from './outcome.js';

/** Why a delivery was not carried out. */
export type Ignored = 'unknown_topic' | 'not_allowed' | 'retained' | 'busy';

/** The same in words. */
export const IGNORED: Readonly<Record<Ignored, string>> = {
  unknown_topic: 'There is no such command',
  not_allowed: 'The configuration of this broker does not allow this topic',
  retained: 'The command was retained: it was meant for a moment that is over',
  busy: 'Too many commands were under way',
};

export interface CommanderOptions extends Omit<Executing, 'house'> {
  /** The core for the commands of a client. */
  readonly houseFor: (client: string | undefined) => Executing['house'];
  readonly topics: Topics;
  readonly trees: readonly Tree[];
  /** Filters below `<prefix>/<CCU>/` of accepted commands. */
  readonly allowed: readonly string[];
  /** Lets others run. */
  readonly nextTurn: () => Promise<void>;
  readonly answer: (publication: Publication) => void;
  readonly onIgnored: (why: Ignored, topic: string) => void;
  /** Outcome of each command that was carried out, or refused. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** A command that was refused, or failed; the answer may have had nowhere to go. */
  readonly onRefused: (outcome: Outcome, topic: string, error: unknown) => void;
}

/** Receives commands from a broker. */
export interface Commander {
  take(delivery: Delivery): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/** Commands that are under way at once. */
const MAX_UNDER_WAY = 256;
/** Commands that wait for those; a command above that is refused as `rate_limited`. */
const MAX_WAITING = 1_024;
/** Commands that are begun in one turn of the loop. */
const SHARE = 8;
/** Commands that change nothing need no filter that allows them. */
const READING: ReadonlySet<Command['kind']> = new Set(['get', 'tell', 'nothing']);

export function createCommander(options: CommanderOptions): Commander {
  const { topics, trees, allowed, answer, onIgnored, onOutcome, onRefused, nextTurn } = options;
  const queue = createQueue(carryOut, nextTurn);
  /** A PIN takes time to compare: a command for the alarm system that follows must not overtake it. */
  let lastOfAlarm: Promise<unknown> = Promise.resolve();

  function inOrder(command: Command, client: string | undefined): Promise<Outcome> {
    const run = () => execute(command, { ...options, house: options.houseFor(client) });
    if (command.kind !== 'alarm') return run();
    const turn = lastOfAlarm.then(run);
    lastOfAlarm = turn.catch(() => undefined);
    return turn;
  }

  async function carryOut(delivery: Delivery): Promise<void> {
    try {
      const asked = read(delivery);
      if (asked === undefined) {
        onIgnored('unknown_topic', delivery.topic);
        return reply(delivery, refused('not_found', `${delivery.topic} is no command`));
      }
      const { command, subject } = asked;
      if (!READING.has(command.kind) && !allowed.some((filter) => matchesFilter(filter, topics.within(subject)))) {
        onIgnored('not_allowed', delivery.topic);
        return reply(delivery, refused('forbidden', 'The configuration of this broker does not allow this topic'));
      }
      const outcome = await inOrder(command, delivery.client);
      onOutcome(outcome);
      if (outcome.outcome !== 'confirmed') onRefused(outcome, delivery.topic, undefined);
      reply(delivery, outcome);
    } catch (error) {
      const outcome = refusalOf(error);
      onOutcome(outcome);
      onRefused(outcome, delivery.topic, error);
      reply(delivery, outcome);
    }
  }

  function read({ topic, payload }: Delivery): Asked | undefined {
    for (const tree of trees) {
      const asked = tree.read(topic, payload);
      if (asked !== undefined) return asked;
    }
    return undefined;
  }

  /** True for a topic of a tree, of its commands or of its publications. */
  function isOfTree(topic: string): boolean {
    const filters = trees.flatMap((tree) => [...tree.commandFilters, ...tree.publishedFilters]);
    return filters.some((filter) => matchesFilter(filter, topic));
  }

  function reply(delivery: Delivery, outcome: Outcome): void {
    const { responseTopic, correlation } = delivery;
    if (responseTopic === undefined || !isForAnswers(responseTopic, topics.prefix) || isOfTree(responseTopic)) return;
    const ok = outcome.outcome === 'confirmed';
    answer({
      topic: responseTopic,
      payload: JSON.stringify({ ok, ...outcome }),
      qos: 1,
      retain: false,
      ...(correlation === undefined ? {} : { correlation }),
    });
  }

  return {
    take(delivery) {
      // A retained command was meant for an earlier moment.
      if (delivery.retained) return onIgnored('retained', delivery.topic);
      if (queue.add(delivery)) return;
      onIgnored('busy', delivery.topic);
      reply(delivery, refused('rate_limited', 'Too many commands are under way'));
    },
    settled: queue.settled,
  };
}

/** Deliveries come many in one turn, and each command costs time: others have their turn between the shares. */
function createQueue(carryOut: (delivery: Delivery) => Promise<void>, nextTurn: () => Promise<void>) {
  const underWay = new Set<Promise<void>>();
  const waiting: Delivery[] = [];
  let isBeginning = false;

  function begin(delivery: Delivery): void {
    const work = carryOut(delivery).finally(() => {
      underWay.delete(work);
      void beginShares();
    });
    underWay.add(work);
  }

  async function beginShares(): Promise<void> {
    if (isBeginning) return;
    isBeginning = true;
    while (waiting.length > 0 && underWay.size < MAX_UNDER_WAY) {
      const share = waiting.splice(0, Math.min(SHARE, MAX_UNDER_WAY - underWay.size));
      for (const delivery of share) begin(delivery);
      await nextTurn();
    }
    isBeginning = false;
  }

  return {
    /** False when the queue is full. */
    add(delivery: Delivery): boolean {
      if (waiting.length >= MAX_WAITING) return false;
      waiting.push(delivery);
      void beginShares();
      return true;
    },
    async settled(): Promise<void> {
      while (underWay.size > 0 || waiting.length > 0) {
        await Promise.all(underWay);
        await nextTurn();
      }
    },
  };
}

/**
 * True for a topic that may receive answers. An answer on a command topic would loop for ever, and one on a topic of
 * the bridge would look like its own message. A broker ends a connection that publishes on a topic with a wildcard.
 */
function isForAnswers(topic: string, prefix: string): boolean {
  const { length } = Buffer.from(topic);
  return (
    length > 0 && length <= 65_535 && !/[+#\0]/.test(topic) && !topic.startsWith('$') && !topic.startsWith(`${prefix}/`)
  );
}

function refused(code: string, message: string): Outcome {
  return { outcome: 'refused', code, message };
}
