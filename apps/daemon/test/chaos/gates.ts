import { Worker } from 'node:worker_threads';
import type { Gate, OpenGate } from '../../../../packages/fleet/test/gate.mjs';

/** Gates that a thread of its own keeps. */
export interface Gates {
  readonly open: OpenGate;
  close(): Promise<unknown>;
}

type Answer =
  | { readonly what: 'done'; readonly id: number; readonly port?: number }
  | { readonly what: 'target'; readonly id: number; readonly gate: number };

export function keepGates(): Gates {
  const worker = new Worker(new URL('./gate-keeper.mjs', import.meta.url));
  const targets: Parameters<OpenGate>[0][] = [];
  const waiting = new Map<number, (port: number | undefined) => void>();
  let count = 0;

  worker.on('message', async (answer: Answer) => {
    const { what, id } = answer;
    if (what === 'target') {
      worker.postMessage({ what, id, port: await targets[answer.gate]?.() });
      return;
    }
    waiting.get(id)?.(answer.port);
    waiting.delete(id);
  });

  async function ask(what: 'open' | 'cut' | 'mend' | 'close', gate: number): Promise<number | undefined> {
    count += 1;
    const id = count;
    return await new Promise((settle) => {
      waiting.set(id, settle);
      worker.postMessage({ what, id, gate });
    });
  }

  return {
    async open(target): Promise<Gate> {
      const gate = targets.push(target) - 1;
      const port = (await ask('open', gate)) ?? 0;
      const tell = (what: 'cut' | 'mend' | 'close') => async () => void (await ask(what, gate));
      return { port, cut: tell('cut'), mend: tell('mend'), close: tell('close') };
    },
    close: () => worker.terminate(),
  };
}
