import type { Parts } from '../../parts/parts.js';

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

/** The bridges that are open, with the settings of each as text. */
function createOpened<Settings extends Named, Bridge extends Closable>({
  open,
  parts,
  partOf,
}: BridgeSetOptions<Settings, Bridge>) {
  const opened = new Map<string, { readonly settings: string; readonly bridge: Bridge }>();
  return {
    has: (name: string): boolean => opened.has(name),
    get: (name: string): Bridge | undefined => opened.get(name)?.bridge,
    names: (): readonly string[] => [...opened.keys()],
    all: () => [...opened].map(([name, { bridge }]) => [name, bridge] as const),
    /** Those that are wanted with other settings, or no more. */
    changed(wanted: readonly Settings[]): readonly string[] {
      const texts = new Map(wanted.map((each) => [each.name, JSON.stringify(each)]));
      return [...opened].filter(([name, { settings }]) => texts.get(name) !== settings).map(([name]) => name);
    },
    async open(settings: Settings): Promise<void> {
      const bridge = await parts.in(partOf(settings.name), () => open(settings));
      opened.set(settings.name, { settings: JSON.stringify(settings), bridge });
    },
    async release(name: string): Promise<void> {
      const { bridge } = opened.get(name) ?? {};
      opened.delete(name);
      await bridge?.close();
    },
  };
}

/** Bridges with unchanged settings go on undisturbed. A bridge that cannot be opened keeps no other one closed. */
export function createBridgeSet<Settings extends Named, Bridge extends Closable>(
  options: BridgeSetOptions<Settings, Bridge>,
): BridgeSet<Settings, Bridge> {
  const { parts, partOf } = options;
  const opened = createOpened(options);
  /** Also those that a fault has stopped: each is started again unless the settings take it away. */
  const controlled = new Map<string, () => void>();
  let working: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const next = working.then(work);
    working = next.catch(() => undefined);
    return next;
  }

  async function apply(wanted: readonly Settings[]): Promise<void> {
    const names = new Set(wanted.map(({ name }) => name));
    // One that a fault has stopped is not open, and may be wanted no more.
    const gone = [...controlled.keys()].filter((name) => !names.has(name));
    await Promise.all([...new Set([...opened.changed(wanted), ...gone])].map(closeOne));
    const failures: unknown[] = [];
    for (const each of wanted) {
      if (opened.has(each.name)) continue;
      parts.forgive(partOf(each.name));
      await openOne(each).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  async function openOne(settings: Settings): Promise<void> {
    const { name } = settings;
    const control = {
      stop: () => inTurn(() => opened.release(name)),
      start: () =>
        inTurn(async () => {
          if (!opened.has(name) && controlled.has(name)) await opened.open(settings);
        }),
    };
    // Before it is open: opening it may fail without a rejection.
    controlled.set(name, parts.control(partOf(name), control));
    await opened.open(settings);
  }

  async function closeOne(name: string): Promise<void> {
    controlled.get(name)?.();
    controlled.delete(name);
    await opened.release(name);
  }

  return {
    reconfigure: (wanted, settled = async () => undefined) =>
      inTurn(async () => {
        await apply(await wanted());
        await settled();
      }),
    get: opened.get,
    all: opened.all,
    async close() {
      await working;
      await Promise.all([...new Set([...opened.names(), ...controlled.keys()])].map(closeOne));
    },
  };
}
