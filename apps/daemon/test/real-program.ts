import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** A program of the system that listens on a port of the loopback. Resolves when it does; rejects with what it said when it ends before. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { env, port }: { readonly env: NodeJS.ProcessEnv; readonly port: number },
) {
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
  while (!(await answers(port))) {
    if (hasEnded) throw new Error(`${command} has ended:\n${said}`);
    await turn();
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
