import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  /** What it says when it is ready, where another program could answer at the port; else it is ready when the port answers. */
  readonly says?: RegExp;
}

const LOOK_MS = 20;

/** A program of the system that listens on a port of the loopback. Resolves when it does; rejects with what it said when it ends before. */
export async function startProgram(command: string, args: readonly string[], { env, port, says }: ProgramOptions) {
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (data) => {
      said += data;
    });
  }
  let hasEnded = false;
  const ended = new Promise<void>((settle) =>
    child.once('close', () => {
      hasEnded = true;
      settle();
    }),
  );
  child.once('error', (error) => {
    said += error.message;
  });
  while (!(says ? says.test(said) : await answers(port))) {
    if (hasEnded) throw new Error(`${command} has ended:\n${said}`);
    await pause(LOOK_MS);
  }
  return {
    said: () => said,
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
