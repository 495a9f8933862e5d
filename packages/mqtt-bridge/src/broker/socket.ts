import { connect as connectTcp, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { createWebSocketStream, WebSocket } from 'ws';
import { createPacketGuard, type Oversized } from './oversized.js';
import type { BrokerSettings, ProtocolVersion } from './settings.js';

/** Packets up to this size are asked for (MQTT 5), so that a message between it and `LARGEST_READ` is dropped with its name. */
export const LARGEST_ASKED = 16_777_216;

const CONNECT_TIMEOUT_MS = 10_000;
const PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/**
 * Opens a stream to the broker with a guard that checks packets before mqtt.js reads them. mqtt.js reads a stream by
 * `pipe` alone, and writes to it directly.
 *
 * Errors: those of Node, as events of the stream.
 */
export function openSocket(
  settings: BrokerSettings,
  version: ProtocolVersion,
  onOversized: (message: Oversized) => void,
): Duplex {
  const socket = bareSocket(settings);
  const guard = createPacketGuard({ version, onOversized, send: (bytes) => void socket.write(bytes) });
  // In the same turn: the packet that names the end of a connection is read before the connection closes.
  socket.pipe = (destination) => {
    socket.on('data', (chunk: Buffer) => {
      try {
        let hasRoom = true;
        for (const piece of guard.pass(chunk)) hasRoom = destination.write(piece);
        if (!hasRoom) socket.pause();
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    destination.on('drain', () => socket.resume());
    socket.on('end', () => destination.end());
    return destination;
  };
  return socket;
}

function bareSocket(settings: BrokerSettings): Duplex {
  const url = new URL(settings.url);
  if (url.protocol === 'ws:' || url.protocol === 'wss:') return webSocket(settings);
  const host = url.hostname.replace(/^\[|\]$/g, '') || 'localhost';
  const port = Number(url.port) || (PORTS[url.protocol] ?? 1883);
  if (url.protocol !== 'mqtts:') return connectTcp({ host, port });
  return connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}), ...tlsOptions(settings) });
}

function tlsOptions({ ca, cert, key, verify }: BrokerSettings): ConnectionOptions {
  return {
    rejectUnauthorized: verify,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    // Any name is as good as the right one where the certificate is not checked.
    ...(verify ? {} : { checkServerIdentity: () => undefined }),
  };
}

function webSocket(settings: BrokerSettings): Duplex {
  const socket = new WebSocket(settings.url, ['mqtt'], {
    ...tlsOptions(settings),
    handshakeTimeout: CONNECT_TIMEOUT_MS,
    maxPayload: LARGEST_ASKED,
  });
  const stream = createWebSocketStream(socket);
  socket.on('close', () => stream.destroy());
  return stream;
}
