import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { repository } from '../process.js';

const PROGRAM = resolve(repository, 'packages/matter-bridge/test/network/controller.mjs');

/** A controller on another machine. */
export interface Controller {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ask(name: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
  /** What the library there said. */
  readonly said: () => string;
  /** It reads nothing and does nothing until it thaws. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** Starts a controller in the network namespace of this name. */
export async function startController(namespace: string, label: string, port = 5540): Promise<Controller> {
  const args = ['netns', 'exec', namespace, process.execPath, PROGRAM, label, `${port}`];
  const child = spawn('ip', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const waiting = new Map<number, { ok(value: unknown): void; failed(error: Error): void }>();
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  const ready = new Promise<void>((settle, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, ok, error, code, told } = JSON.parse(line);
      if (told === 'ready') settle();
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) asked?.ok(ok);
      else asked?.failed(Object.assign(new Error(error), { code }));
    });
    void ended.then(() => fail(new Error(`the controller ended: ${said}`)));
  });
  void ended.then(() => {
    for (const { failed } of waiting.values()) failed(new Error(`the controller ended: ${said}`));
  });
  await ready;
  let last = 0;
  return {
    ask(name, args = {}) {
      last += 1;
      const id = last;
      return new Promise((ok, failed) => {
        waiting.set(id, { ok, failed });
        child.stdin.write(`${JSON.stringify({ id, do: name, ...args })}\n`);
      });
    },
    said: () => said,
    // `ip` becomes the program that it runs, so that the child is the controller itself.
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async close() {
      child.kill('SIGCONT');
      child.stdin.end();
      await ended;
    },
  };
}
