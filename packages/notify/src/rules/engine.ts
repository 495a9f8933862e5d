import type { Rule } from '../settings/rules.js';
import type { Fact, Matter } from './facts.js';
import { dayOf, isQuiet, nextAt } from './hours.js';
import { type Item, type Message, messageOf } from './message.js';

/** How far a rule is with a matter. */
type Told = 'told' | 'skipped' | 'collected' | 'over';

interface Known extends Matter {
  readonly endedAt?: number | undefined;
  readonly told: Readonly<Record<string, Told>>;
}

/** Messages of one rule in a stretch of time, and those that came in excess. */
interface Burst {
  readonly since: number;
  readonly sent: number;
  readonly items: readonly Item[];
  readonly more: number;
}

interface Digest {
  readonly at: number;
  readonly items: readonly (Item & { readonly id: string })[];
  readonly more: number;
}

/** Memory of the rules. It is data without functions, for storage. */
export interface Memory {
  readonly matters: Readonly<Record<string, Known>>;
  /** Local day of the last message by rule and thing. */
  readonly days: Readonly<Record<string, string>>;
  readonly bursts: Readonly<Record<string, Burst>>;
  readonly digests: Readonly<Record<string, Digest>>;
}

export const newMemory: Memory = { matters: {}, days: {}, bursts: {}, digests: {} };

/** Result of one step. */
export interface Step {
  readonly memory: Memory;
  readonly messages: readonly Message[];
  /** Time of the next step without facts; undefined where nothing waits. */
  readonly dueAt: number | undefined;
}

/** Matters that are remembered at once; more are ignored until some end. */
export const MOST_MATTERS = 5_000;
/** Messages of a rule in that time; more are one message at its end. */
export const BURST = { messages: 10, ms: 600_000 } as const;
/** Matters of one moment that are one message. */
const TOGETHER = 4;
const MOST_ITEMS = 20;
const MOST_COLLECTED = 100;

/**
 * Takes changes into the memory, and makes the messages that are due at `at` (milliseconds since the Unix epoch). It is
 * pure: the same memory, facts and time make the same messages with the same ids.
 */
export function step(memory: Memory, facts: readonly Fact[], at: number, rules: readonly Rule[]): Step {
  const work = new Work(memory, at, rules);
  // Matters that had lasted long enough before this moment are due before they end in it.
  work.settle();
  for (const fact of facts) work.take(fact);
  if (facts.length > 0) work.settle();
  return work.result();
}

const appliesTo = ({ name, on, devices }: Rule, { subject, address, rule }: Matter): boolean => {
  if (rule !== undefined) return rule === name;
  return on.includes(subject) && (devices.length === 0 || (address !== undefined && devices.includes(address)));
};

/** A class, because one step changes several tables that belong together. */
class Work {
  private readonly matters: Record<string, Known>;
  private readonly days: Record<string, string>;
  private readonly bursts: Record<string, Burst>;
  private readonly digests: Record<string, Digest>;
  private readonly messages: Message[] = [];
  private dueAt: number | undefined;

  constructor(
    before: Memory,
    private readonly now: number,
    private readonly rules: readonly Rule[],
  ) {
    this.matters = { ...before.matters };
    this.days = { ...before.days };
    this.bursts = { ...before.bursts };
    this.digests = { ...before.digests };
  }

  result(): Step {
    const { matters, days, bursts, digests, messages, dueAt } = this;
    return { memory: { matters, days, bursts, digests }, messages, dueAt };
  }

  take(fact: Fact): void {
    if (fact.type === 'happened') this.happened(fact.matter);
    else if (fact.type === 'began') this.began(fact.matter);
    else this.changed(fact);
  }

  private changed(fact: Extract<Fact, { readonly id: string }>): void {
    const known = this.matters[fact.id];
    if (known === undefined) return;
    if (fact.type === 'ended') this.matters[fact.id] = { ...known, endedAt: known.endedAt ?? this.now };
    else this.matters[fact.id] = { ...known, told: this.withSilence(known, fact.type === 'silenced') };
  }

  settle(): void {
    this.dueAt = undefined;
    this.forgetDays();
    const items = new Map<Rule, (readonly [Item, Known])[]>();
    for (const matter of Object.values(this.matters)) this.settleMatter(matter, items);
    for (const [rule, found] of items) this.send(rule, found);
    for (const rule of this.rules) this.sendCollected(rule);
    this.closeBursts();
  }

  private began(matter: Matter): void {
    const known = this.matters[matter.id];
    // It came again before its end was reported.
    if (known !== undefined) this.matters[matter.id] = { ...known, endedAt: undefined };
    else if (Object.keys(this.matters).length < MOST_MATTERS) {
      this.matters[matter.id] = { ...matter, since: Math.min(matter.since, this.now), told: {} };
    }
  }

  private happened(matter: Matter): void {
    for (const rule of this.rules.filter((each) => appliesTo(each, matter))) {
      if (isQuiet(this.now, rule.quiet) || this.wasToday(rule, matter)) continue;
      this.noteDay(rule, matter);
      const item = itemOf(matter, 'happened', this.now);
      if (rule.digestAt === undefined) this.send(rule, [[item, matter]]);
      else this.collect(rule, rule.digestAt, { ...item, id: matter.id });
    }
  }

  private withSilence({ told, ...matter }: Known, isSilenced: boolean): Known['told'] {
    const next = { ...told };
    for (const { name } of this.rules.filter((rule) => appliesTo(rule, matter))) {
      const before = own(next, name);
      if (isSilenced && (before === undefined || before === 'collected')) next[name] = 'skipped';
      else if (!isSilenced && before === 'skipped') delete next[name];
    }
    if (isSilenced) this.uncollect(matter.id);
    return next;
  }

  private settleMatter(matter: Known, items: Map<Rule, (readonly [Item, Known])[]>): void {
    const told: Record<string, Told> = { ...matter.told };
    let isPending = false;
    for (const rule of this.rules.filter((each) => appliesTo(each, matter))) {
      const phase = this.phaseOf(rule, matter, told);
      if (phase === 'waits') isPending = true;
      if (phase === 'waits' || phase === 'nothing') continue;
      const found = items.get(rule) ?? [];
      items.set(rule, [...found, [itemOf(matter, phase, matter.endedAt ?? this.now), matter]]);
    }
    if (matter.endedAt === undefined || isPending) this.matters[matter.id] = { ...matter, told };
    else {
      this.uncollect(matter.id);
      delete this.matters[matter.id];
    }
  }

  /** The message that is due of this rule about the matter, and how far the rule is then. */
  private phaseOf(rule: Rule, matter: Known, told: Record<string, Told>): 'began' | 'ended' | 'waits' | 'nothing' {
    const { name, lastsMs, quiet, digestAt } = rule;
    const isOver = matter.endedAt !== undefined;
    const before = own(told, name);
    if (isOver ? before !== 'told' : before !== undefined) return 'nothing';
    const from = isOver ? this.now : matter.since + lastsMs;
    if (from > this.now) return this.waitsUntil(from);
    if (quiet !== undefined && isQuiet(this.now, quiet)) return this.waitsUntil(nextAt(this.now, quiet.to));
    if (isOver) {
      told[name] = 'over';
      if (digestAt === undefined) return 'ended';
      this.collect(rule, digestAt, { ...itemOf(matter, 'ended', this.now), id: `${matter.id} ended` });
      return 'nothing';
    }
    if (this.wasToday(rule, matter)) {
      told[name] = 'skipped';
      return 'nothing';
    }
    this.noteDay(rule, matter);
    told[name] = digestAt === undefined ? 'told' : 'collected';
    if (digestAt === undefined) return 'began';
    this.collect(rule, digestAt, { ...itemOf(matter, 'began', matter.since), id: matter.id });
    return 'nothing';
  }

  private waitsUntil(at: number): 'waits' {
    this.dueAt = Math.min(this.dueAt ?? at, at);
    return 'waits';
  }

  /** Several of one moment are one message, and more than a burst are one message at its end. */
  private send(rule: Rule, found: readonly (readonly [Item, Matter])[]): void {
    if (found.length < TOGETHER) for (const [item, { id, since }] of found) this.sendOne(rule, [item], [id, since]);
    else
      this.sendOne(
        rule,
        found.map(([item]) => item),
        found.map(([, { id, since }]) => [id, since]),
      );
  }

  private sendOne(rule: Rule, items: readonly Item[], key: readonly unknown[]): void {
    const known = own(this.bursts, rule.name);
    const isNew = known === undefined || (known.since + BURST.ms <= this.now && known.items.length === 0);
    const burst = isNew ? { since: this.now, sent: 0, items: [], more: 0 } : known;
    if (burst.sent < BURST.messages) {
      this.bursts[rule.name] = { ...burst, sent: burst.sent + 1 };
      this.messages.push(this.message(rule, { items, more: 0 }, key));
      return;
    }
    this.bursts[rule.name] = { ...burst, ...bounded([...burst.items, ...items], burst.more, MOST_ITEMS) };
  }

  private message(
    rule: Rule,
    content: { readonly items: readonly Item[]; readonly more: number },
    key: readonly unknown[],
  ) {
    return messageOf(rule, { ...content, ...bounded(content.items, content.more, MOST_ITEMS) }, this.now, key);
  }

  private closeBursts(): void {
    for (const [name, burst] of Object.entries(this.bursts)) {
      const end = burst.since + BURST.ms;
      const rule = this.rules.find((each) => each.name === name);
      if (end > this.now && rule !== undefined) {
        if (burst.items.length > 0) this.waitsUntil(end);
        continue;
      }
      delete this.bursts[name];
      if (rule === undefined || burst.items.length === 0) continue;
      this.messages.push(this.message(rule, burst, ['burst', burst.since]));
      this.bursts[name] = { since: this.now, sent: 1, items: [], more: 0 };
    }
  }

  private collect(rule: Rule, minute: number, item: Item & { readonly id: string }): void {
    const digest = own(this.digests, rule.name) ?? { at: nextAt(this.now, minute), items: [], more: 0 };
    this.digests[rule.name] = { ...digest, ...bounded([...digest.items, item], digest.more, MOST_COLLECTED) };
  }

  private uncollect(id: string): void {
    for (const [name, digest] of Object.entries(this.digests)) {
      if (digest.items.some((item) => item.id === id))
        this.digests[name] = { ...digest, items: digest.items.filter((item) => item.id !== id) };
    }
  }

  private sendCollected(rule: Rule): void {
    const digest = own(this.digests, rule.name);
    if (digest === undefined) return;
    if (digest.at > this.now) {
      this.waitsUntil(digest.at);
      return;
    }
    delete this.digests[rule.name];
    for (const { id } of digest.items) {
      const known = this.matters[id];
      if (known !== undefined) this.matters[id] = { ...known, told: { ...known.told, [rule.name]: 'told' } };
    }
    const items = digest.items.map(({ id: _id, ...item }) => item);
    if (items.length > 0) this.messages.push(this.message(rule, { items, more: digest.more }, ['digest', digest.at]));
  }

  private wasToday(rule: Rule, { thing }: Matter): boolean {
    return rule.oncePerDay && this.days[JSON.stringify([rule.name, thing])] === dayOf(this.now);
  }

  private noteDay(rule: Rule, { thing }: Matter): void {
    if (rule.oncePerDay) this.days[JSON.stringify([rule.name, thing])] = dayOf(this.now);
  }

  private forgetDays(): void {
    const today = dayOf(this.now);
    for (const [key, day] of Object.entries(this.days)) if (day !== today) delete this.days[key];
  }
}

const itemOf = ({ subject, kind, name, detail, since, page }: Matter, phase: Item['phase'], at: number): Item => ({
  ...{ phase, subject, kind, name, since, at },
  // The detail is that of the begin.
  ...(detail === undefined || phase === 'ended' ? {} : { detail }),
  ...(page === undefined ? {} : { page }),
});

function bounded<Each>(items: readonly Each[], more: number, most: number) {
  return { items: items.slice(0, most), more: more + Math.max(0, items.length - most) };
}

/** Rules have names that people gave, such as `constructor`. */
const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
