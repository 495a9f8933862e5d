import type { Faults, Simulator } from '@ccu-gateway/ccu-simulator';

export interface DemoKeys {
  /** Gives the terminal back. */
  close(): void;
}

interface Key {
  readonly help: string;
  /** Causes a fault and returns its description. */
  readonly press: (faults: Faults) => string;
}

const HOUR_MS = 3_600_000;

const KEYS: Readonly<Record<string, Key>> = {
  r: {
    help: 'restart the CCU',
    press(faults) {
      // It opens its ports again when no other process has taken them meanwhile.
      faults.restart({ downMs: 2000, bootSeconds: 8 }).catch(() => {});
      return 'the CCU restarts';
    },
  },
  d: {
    help: 'drop callbacks',
    press(faults) {
      faults.dropCallbacks(true);
      return 'events are dropped on their way (c ends it)';
    },
  },
  e: {
    help: 'every event twice',
    press(faults) {
      faults.duplicateEvents(true);
      return 'every event is delivered twice (c ends it)';
    },
  },
  s: {
    help: 'slow',
    press(faults) {
      faults.slow(3000);
      return 'every answer takes three seconds more (c ends it)';
    },
  },
  h: {
    help: 'half-open connections',
    press(faults) {
      faults.halfOpen(true);
      return 'calls are taken and never answered (c ends it)';
    },
  },
  g: {
    help: 'garbage',
    press(faults) {
      faults.garbage(true);
      return 'the CCU talks nonsense (c ends it)';
    },
  },
  n: {
    help: 'no session',
    press(faults) {
      faults.exhaustSessions(true);
      return 'all sessions of the CCU are taken (c ends it)';
    },
  },
  f: {
    help: 'CUxD forgets us',
    press(faults) {
      faults.cuxdForget();
      return 'CUxD has forgotten its clients';
    },
  },
  j: {
    help: 'clock jumps',
    press(faults) {
      faults.clockJump(HOUR_MS);
      return "the CCU's clock is an hour further ahead (c ends it)";
    },
  },
  y: {
    help: 'exhaust the duty cycle',
    press(faults) {
      faults.dutyCycle(100);
      return 'the duty cycle is exhausted (c ends it)';
    },
  },
  b: { help: 'burst of 500', press: (faults) => `${faults.burst(500)} events at once` },
  c: {
    help: 'clear faults',
    press(faults) {
      faults.clear();
      return 'all faults are off';
    },
  },
};

const LINES = 3;

/** The keys in a few lines, for the terminal. */
export function keysHelp(): readonly string[] {
  const keys = [...Object.entries(KEYS).map(([key, { help }]) => `${key}  ${help}`), 'q  quit'];
  const perLine = Math.ceil(keys.length / LINES);
  return Array.from({ length: LINES }, (_, line) => keys.slice(line * perLine, (line + 1) * perLine).join('   '));
}

/** Lets a person make the simulated CCU misbehave by pressing keys. Does nothing without a terminal. */
export function listenToKeys(
  input: NodeJS.ReadStream,
  say: (text: string) => void,
  { faults }: Pick<Simulator, 'faults'>,
  quit: () => void,
): DemoKeys {
  if (!input.isTTY) return { close: () => {} };
  const onData = (data: Buffer) => {
    const key = data.toString('utf8');
    if (key === 'q' || key === '\u0003') quit();
    else if (Object.hasOwn(KEYS, key)) say(`  ${KEYS[key]?.press(faults)}\n`);
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
