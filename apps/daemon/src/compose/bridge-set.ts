import type { Parts } from '../parts/parts.js';

/** A bridge that is opened by name and closed again. */
interface Closable {
  close(): Promise<void>;
}

interface Named {
  readonly name: string;
}

/** Bridges that are open now, each by the settings that it was opened with. */
export interface BridgeSet<Settings extends Named, Bridge extends Closable> {
  /** Opens, closes and reopens changed bridges, after all earlier requests. `settled` runs before the next request. */
  reconfigure(wanted: () => Promise<readonly Settings[]>, settled?: () => Promise<void>): Promise<void>;
  get(name: string): Bridge | undefined;
  all(): readonly (readonly [name: string, bridge: Bridge])[];
  close(): Promise<void>;
}

export interface BridgeSetOptions<Settings extends Named, Bridge extends Closable> {
  /** Makes one bridge. */
  readonly open: (settings: Settings) => Promise<Bridge>;
  readonly parts: Pick<Parts, 'in' | 'control' | 'forgive'>;
  /** Each bridge is the part of this name. */
  readonly partOf: (name: string) => string;
}

/** Bridges with unchanged settings go on undisturbed. A bridge that cannot be opened keeps no other one closed. */
export function createBridgeSet<Settings extends Named, Bridge extends Closable>({
  open,
  parts,
  partOf,
}: BridgeSetOptions<Settings, Bridge>): BridgeSet<Settings, Bridge> {
  const kept = new Map<string, { readonly settings: string; readonly bridge: Bridge }>();
  const controlled = new Map<string, () => void>();
  let working: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const next = working.then(work);
    working = next.catch(() => undefined);
    return next;
  }

  async function apply(wanted: readonly Settings[]): Promise<void> {
    const texts = new Map(wanted.map((each) => [each.name, JSON.stringify(each)]));
    const changed = [...kept].filter(([name, { settings }]) => texts.get(name) !== settings).map(([name]) => name);
    // One that a fault has stopped is not kept, and may be wanted no more.
    const gone = [...controlled.keys()].filter((name) => !texts.has(name));
    await Promise.all([...new Set([...changed, ...gone])].map(closeOne));
    const failures: unknown[] = [];
    for (const each of wanted) {
      if (kept.has(each.name)) continue;
      parts.forgive(partOf(each.name));
      await openOne(each).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  async function openOne(settings: Settings): Promise<void> {
    const { name } = settings;
    const part = partOf(name);
    // Before it is open: opening it may fail without a rejection.
    controlled.set(
      name,
      parts.control(part, {
        stop: () => inTurn(() => release(name)),
        start: () =>
          inTurn(async () => {
            if (!kept.has(name) && controlled.has(name)) await openAs(part, settings);
          }),
      }),
    );
    await openAs(part, settings);
  }

  async function openAs(part: string, settings: Settings): Promise<void> {
    const bridge = await parts.in(part, () => open(settings));
    kept.set(settings.name, { settings: JSON.stringify(settings), bridge });
  }

  /** Closes it; it is started again unless the settings take it away. */
  async function release(name: string): Promise<void> {
    const { bridge } = kept.get(name) ?? {};
    kept.delete(name);
    await bridge?.close();
  }

  async function closeOne(name: string): Promise<void> {
    controlled.get(name)?.();
    controlled.delete(name);
    await release(name);
  }

  return {
    reconfigure: (wanted, settled = async () => undefined) =>
      inTurn(async () => {
        await apply(await wanted());
        await settled();
      }),
    get: (name) => kept.get(name)?.bridge,
    all: () => [...kept].map(([name, { bridge }]) => [name, bridge] as const),
    async close() {
      await working;
      await Promise.all([...new Set([...kept.keys(), ...controlled.keys()])].map(closeOne));
    },
  };
}
