import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import { freePort } from '../../../scripts/lib/free-ports.mjs';

/** A broker that tests may stop and start again on the same port. */
export interface TestBroker {
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Debian installs it where only root looks. */
const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', 'mosquitto'].find((command) => {
  try {
    execFileSync(command, ['-h'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // Its help ends with a status of its own; without the program there is none.
    return typeof (error as { readonly status?: unknown }).status === 'number';
  }
});

export const hasMosquitto = MOSQUITTO !== undefined;

/** For the end of the title of a test that needs it: why it did not run. */
export const withoutMosquitto = hasMosquitto ? '' : ' (skipped: mosquitto is not installed)';

/** MQTT 5, with what it keeps written down when it stops. */
export async function startMosquitto(
  configuration: readonly string[] = ['allow_anonymous true'],
): Promise<TestBroker & { remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  const fixed = [`listener ${port} 127.0.0.1`, 'persistence true', `persistence_location ${folder}/`, 'user root'];
  writeFileSync(file, [...fixed, ...configuration, ''].join('\n'));
  let running: ReturnType<typeof spawn> | undefined;
  const broker = {
    url: `mqtt://127.0.0.1:${port}`,
    async start() {
      const started = spawn(MOSQUITTO as string, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
      running = started;
      await new Promise<void>((resolve, reject) => {
        let said = '';
        started.stderr?.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes('running')) resolve();
        });
        started.once('exit', () => reject(new Error(said)));
      });
    },
    async stop() {
      const stopping = running;
      if (stopping === undefined) return;
      running = undefined;
      await new Promise((resolve) => {
        stopping.once('exit', resolve);
        stopping.kill('SIGTERM');
      });
    },
    async remove() {
      await broker.stop();
      rmSync(folder, { recursive: true });
    },
  };
  await broker.start();
  return broker;
}

/** MQTT 3.1.1 in this process. */
export async function startAedes(): Promise<TestBroker & { remove(): Promise<void> }> {
  const aedes = await Aedes.createBroker();
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const broker = {
    url: `mqtt://127.0.0.1:${port}`,
    async start() {
      const listening = createServer((socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
        aedes.handle(socket);
      });
      server = listening;
      await new Promise<void>((resolve) => {
        listening.listen(port, '127.0.0.1', resolve);
      });
    },
    async stop() {
      const stopping = server;
      if (stopping === undefined) return;
      server = undefined;
      const stopped = new Promise((resolve) => stopping.close(resolve));
      for (const socket of sockets) socket.destroy();
      await stopped;
    },
    async remove() {
      await broker.stop();
      await new Promise<void>((resolve) => {
        aedes.close(resolve);
      });
    },
  };
  await broker.start();
  return broker;
}

/** Sees all that a broker of MQTT 5 is told: the newest text of each topic, and what it keeps for those who come later. */
export async function watchBroker(url: string) {
  const client = await connectAsync(url, { protocolVersion: 5 });
  const newest = new Map<string, string>();
  const kept = new Map<string, string>();
  client.on('message', (topic, payload, { retain }) => {
    const text = payload.toString();
    newest.set(topic, text);
    if (retain && text === '') kept.delete(topic);
    else if (retain) kept.set(topic, text);
  });
  // Otherwise only what was kept before is told as kept.
  await client.subscribeAsync('#', { qos: 1, rap: true });
  return {
    newest,
    kept,
    send: (topic: string, payload: string) => void client.publish(topic, payload, { qos: 1 }),
    close: () => client.endAsync(true),
  };
}
