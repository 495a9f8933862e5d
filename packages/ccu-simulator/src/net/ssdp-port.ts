import { createSocket, type Socket } from 'node:dgram';
import type { Port } from './http-port.js';

export interface SsdpPortOptions {
  readonly host: string;
  readonly port: number;
  readonly serial: string;
  /** Where the description of the CCU is found. */
  readonly location: () => string;
  /** True while the CCU starts, when it does not answer. */
  readonly isSilent: () => boolean;
}

/** Search targets that a CCU answers. */
const TARGETS: ReadonlySet<string> = new Set(['ssdp:all', 'upnp:rootdevice', 'urn:schemas-upnp-org:device:Basic:1']);

/** Opens a UDP port that answers searches for CCUs, as the discovery service of a CCU does. */
export async function openSsdpPort(options: SsdpPortOptions): Promise<Port> {
  let port = options.port;
  let socket: Socket | undefined;

  function listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      const opened = createSocket('udp4');
      opened.once('error', reject);
      opened.on('message', (message, from) => {
        const answer = answerTo(message.toString('latin1'), options);
        // A datagram that cannot be sent is lost, as on a network.
        if (answer !== undefined) opened.send(answer, from.port, from.address, () => {});
      });
      opened.bind(port, options.host, () => {
        opened.off('error', reject);
        opened.on('error', () => {});
        socket = opened;
        port = opened.address().port;
        resolve();
      });
    });
  }

  await listen();
  return {
    get port() {
      return port;
    },
    open: listen,
    cut() {},
    close: () =>
      new Promise<void>((resolve) => {
        const open = socket;
        socket = undefined;
        if (open === undefined) resolve();
        else open.close(() => resolve());
      }),
  };
}

function answerTo(search: string, { serial, location, isSilent }: SsdpPortOptions): string | undefined {
  if (isSilent() || !/^M-SEARCH \* HTTP\/1\.1\r?\n/.test(search) || !/^MAN:\s*"ssdp:discover"/im.test(search)) return;
  const target = /^ST:\s*(\S+)/im.exec(search)?.[1] ?? '';
  if (!TARGETS.has(target)) return;
  const type = target === 'ssdp:all' ? 'upnp:rootdevice' : target;
  return [
    'HTTP/1.1 200 OK',
    'CACHE-CONTROL: max-age=5000',
    'EXT:',
    `LOCATION: ${location()}`,
    'SERVER: HomeMatic',
    `ST: ${type}`,
    `USN: uuid:upnp-BasicDevice-1_0-${serial}::${type}`,
    '',
    '',
  ].join('\r\n');
}
