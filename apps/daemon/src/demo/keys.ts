import type { Simulator } from '@ccu-gateway/ccu-simulator';

export interface DemoKeys {
  /** Gives the terminal back. */
  close(): void;
}

export const KEYS_HELP =
  'r  restart the CCU   d  drop callbacks   g  garbage   s  slow   b  burst of 500   c  clear faults   q  quit';

/** Lets a person make the simulated CCU misbehave by pressing keys. Does nothing without a terminal. */
export function listenToKeys(
  input: NodeJS.ReadStream,
  say: (text: string) => void,
  simulator: Simulator,
  quit: () => void,
): DemoKeys {
  if (!input.isTTY) return { close: () => {} };
  const { faults } = simulator;
  let dropping = false;
  const actions: Readonly<Record<string, () => string>> = {
    r: () => {
      void faults.restart({ downMs: 2000, bootSeconds: 8 });
      return 'the CCU restarts';
    },
    d: () => {
      dropping = !dropping;
      faults.dropCallbacks(dropping);
      return dropping ? 'events are dropped on their way' : 'events arrive again';
    },
    g: () => {
      faults.garbage(true);
      return 'the CCU talks nonsense (c ends it)';
    },
    s: () => {
      faults.slow(3000);
      return 'every answer takes three seconds more (c ends it)';
    },
    b: () => `${faults.burst(500)} events at once`,
    c: () => {
      dropping = false;
      faults.clear();
      return 'all faults are off';
    },
  };
  const onData = (data: Buffer) => {
    const key = data.toString('utf8');
    if (key === 'q' || key === '\u0003') quit();
    else if (actions[key] !== undefined) say(`  ${actions[key]()}\n`);
  };
  input.setRawMode(true);
  input.resume();
  input.on('data', onData);
  return {
    close() {
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
    },
  };
}
