import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type Account, untilConnected } from './until-connected.js';

const daemonBin = resolve(import.meta.dirname, '../../../../apps/daemon/dist/main.js');

/** A daemon with its simulated CCU in a directory of its own. */
export interface Demo {
  readonly url: string;
  readonly admin: Account;
  readonly viewer: Account;
  stop(): Promise<void>;
}

/** Starts the demo on a free port and waits for its house; its data is gone with it. `listen` keeps the port of one that was stopped. */
export async function startDemo(listen = '127.0.0.1:0'): Promise<Demo> {
  const child = spawn(process.execPath, [daemonBin, 'demo', '--json', '--listen', listen], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const line = await firstLine(child);
  const { url, admin, viewer } = JSON.parse(line) as Omit<Demo, 'stop'>;
  const stop = () => {
    const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
    child.kill('SIGTERM');
    return ended;
  };
  try {
    await untilConnected(url, admin);
  } catch (error) {
    // No test knows of it, so that none would end it.
    await stop();
    throw error;
  }
  return { url, admin, viewer, stop };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((settle, fail) => {
    let text = '';
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
    });
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) settle(text.slice(0, end));
    });
    child.once('exit', (code) => fail(new Error(`the demo ended with ${code}\n${errors}`)));
  });
}
