/** What is opened by name and closed again. */
interface Closable {
  close(): Promise<void>;
}

interface Named {
  readonly name: string;
}

/** Bridges that are open now, each by the settings that it was opened with. */
export interface BridgeSet<Settings extends Named, Bridge extends Closable> {
  /** Opens, closes and reopens what changed, after what was asked for before. `settled` runs before what is asked for next. */
  reconfigure(wanted: () => Promise<readonly Settings[]>, settled?: () => Promise<void>): Promise<void>;
  get(name: string): Bridge | undefined;
  all(): readonly (readonly [name: string, bridge: Bridge])[];
  close(): Promise<void>;
}

/** Bridges of which `open` makes one. Those whose settings stay as they are go on undisturbed. */
export function createBridgeSet<Settings extends Named, Bridge extends Closable>(
  open: (settings: Settings) => Promise<Bridge>,
): BridgeSet<Settings, Bridge> {
  const kept = new Map<string, { readonly settings: string; readonly bridge: Bridge }>();
  let working: Promise<void> = Promise.resolve();

  async function apply(wanted: readonly Settings[]): Promise<void> {
    const texts = new Map(wanted.map((each) => [each.name, JSON.stringify(each)]));
    const changed = [...kept].filter(([name, { settings }]) => texts.get(name) !== settings);
    await Promise.all(changed.map(([name]) => closeOne(name)));
    for (const each of wanted) {
      if (kept.has(each.name)) continue;
      kept.set(each.name, { settings: JSON.stringify(each), bridge: await open(each) });
    }
  }

  async function closeOne(name: string): Promise<void> {
    const { bridge } = kept.get(name) ?? {};
    kept.delete(name);
    await bridge?.close();
  }

  return {
    reconfigure(wanted, settled = async () => undefined) {
      const next = working.then(async () => apply(await wanted())).then(settled);
      working = next.catch(() => undefined);
      return next;
    },
    get: (name) => kept.get(name)?.bridge,
    all: () => [...kept].map(([name, { bridge }]) => [name, bridge] as const),
    async close() {
      await working;
      await Promise.all([...kept.keys()].map(closeOne));
    },
  };
}
