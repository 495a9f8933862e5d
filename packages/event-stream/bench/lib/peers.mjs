// The compared servers. Each listens, publishes events of one fixed size on demand, and reports when it is ready.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server as SocketIo } from 'socket.io';
import { WebSocketServer } from 'ws';
import { createEventStream } from '../../dist/index.js';
import { serveWebSocket } from '../../dist/websocket/index.js';

const topic = 'device.000A1B2C3D4E5F.channels.1.data_points.ACTUAL_TEMPERATURE';
const type = 'datapoint.value_changed';

/** Sixteen digits, so that every event is as long as every other; the reader takes the age of an event from it. */
const microseconds = () => String(process.hrtime.bigint() / 1000n).padStart(16, '0');

const payload = () => ({ central: 'home', device_address: '000A1B2C3D4E5F', at: microseconds(), value: 21.5 });

let seq = 1_790_000_000_000_000;
function envelope() {
  seq += 1;
  const ts = '2026-01-01T00:00:00.000000000Z';
  return { seq, kind: 'change', topic, type, ts, payload: payload() };
}

async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

const ownCpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** This package: filters, ring, replay, queues and slow-client policy active; only pings are off, for everybody. */
async function stream() {
  const events = createEventStream({ repeat: () => () => {} });
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: 65_536,
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (ws) => {
      serveWebSocket(events, { webSocket: ws, socket, principal: 'bench' });
    });
  });
  const port = await listen(server);
  return { port, cpu: ownCpu, publish: () => events.publish({ topic, type, payload: payload() }) };
}

/** The reference: one serialised buffer, sent to each client. */
async function bare() {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(sockets, 'listening');
  sockets.on('connection', (ws) => ws.on('error', () => {}));
  return {
    port: sockets.address().port,
    cpu: ownCpu,
    publish() {
      const buffer = Buffer.from(JSON.stringify(envelope()));
      for (const ws of sockets.clients) ws.send(buffer, { binary: false });
    },
  };
}

async function socketio() {
  const server = createServer();
  const io = new SocketIo(server, { transports: ['websocket'], perMessageDeflate: false, pingInterval: 3_600_000 });
  const port = await listen(server);
  return { port, cpu: ownCpu, publish: () => io.emit('event', envelope()) };
}

/** A free port for the protocol itself, one for WebSocket, and a folder for the configuration of a daemon. */
async function prepare() {
  const ports = [];
  for (let index = 0; index < 2; index += 1) {
    const probe = createServer();
    ports.push(await listen(probe));
    probe.close();
  }
  return { tcp: ports[0], websocket: ports[1], folder: mkdtempSync(join(tmpdir(), 'bench-events-')) };
}

/** Runs a daemon on a configuration of its own for as long as this process lives; resolves to its publishing socket. */
async function startDaemon(command, { folder, tcp, text }) {
  const file = join(folder, `${command}.conf`);
  writeFileSync(file, text);
  const child = spawn(command, ['-c', file], { stdio: 'ignore', env: { ...process.env, PATH: searchPath() } });
  process.on('exit', () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const socket = await connectPatiently(tcp);
  socket.setNoDelay(true);
  return { pid: child.pid, socket };
}

/** MQTT over WebSocket; published over its own TCP port. */
async function mosquitto() {
  const { folder, tcp, websocket } = await prepare();
  const listener = (port) => `listener ${port} 127.0.0.1\n`;
  const text = `${listener(tcp)}${listener(websocket)}protocol websockets\nallow_anonymous true\nmax_queued_messages 0\nset_tcp_nodelay true\n`;
  const { pid, socket } = await startDaemon('mosquitto', { folder, tcp, text });
  socket.write(mqttConnect('publisher'));
  await once(socket, 'data');
  return { port: websocket, pid, publish: () => socket.write(mqttPublish('events', JSON.stringify(envelope()))) };
}

/** NATS over WebSocket; published over its own TCP port. */
async function nats() {
  const { folder, tcp, websocket } = await prepare();
  const host = 'host: "127.0.0.1"';
  const text = `${host}\nport: ${tcp}\nping_interval: "1h"\nwebsocket { ${host}, port: ${websocket}, no_tls: true }\n`;
  const { pid, socket } = await startDaemon('nats-server', { folder, tcp, text });
  socket.write(natsConnect);
  // INFO is sent unasked, PONG when everything before it has been understood.
  for (let heard = ''; !heard.includes('PONG'); ) heard += await once(socket, 'data');
  socket.resume();
  const publish = () => {
    const body = JSON.stringify(envelope());
    socket.write(`PUB events ${Buffer.byteLength(body)}\r\n${body}\r\n`);
  };
  return { port: websocket, pid, publish };
}

export const natsConnect = 'CONNECT {"verbose":false,"pedantic":false,"lang":"node","version":"0"}\r\nPING\r\n';
export const natsSubscribe = 'SUB events 1\r\nPING\r\n';

/** Daemons of the system are often not on the path of a user. */
export const searchPath = () => `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

async function connectPatiently(port) {
  for (let attempt = 0; ; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const connected = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (connected) return socket;
    if (attempt === 100) throw new Error('the daemon does not listen');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function mqttPacket(head, body) {
  const length = [];
  for (let rest = body.length; ; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) | (rest >= 128 ? 128 : 0));
    if (rest < 128) break;
  }
  return Buffer.concat([Buffer.from([head, ...length]), body]);
}

function mqttText(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}

export const mqttConnect = (id) =>
  mqttPacket(0x10, Buffer.concat([mqttText('MQTT'), Buffer.from([4, 2, 0, 0]), mqttText(id)]));

export const mqttSubscribe = (filter) =>
  mqttPacket(0x82, Buffer.concat([Buffer.from([0, 1]), mqttText(filter), Buffer.from([0])]));

const mqttPublish = (name, text) => mqttPacket(0x30, Buffer.concat([mqttText(name), Buffer.from(text)]));

export const peers = { stream, bare, socketio, mosquitto, nats };
