import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DefinedDevice, inventedHouse, type Simulator, startSimulator } from '@ccu-gateway/ccu-simulator';
import type { Seen } from './seen.js';

const INTERFACE = 'HmIP-RF';
const ORIGINAL = '00F1C0DE000001';
const DEVICES = 8;
/** What is emitted is below what these thermostats begin with, and is set far above. */
const FIRST_EVENT = -3_000;
const FIRST_WRITE = 5;

/** A CCU, with a way of its own for each gateway so that it knows who asks. */
export interface Ccu {
  readonly name: string;
  readonly ports: Readonly<Record<string, number>>;
  /** Devices that are written to. */
  readonly devices: readonly string[];
  emit(): void;
  /** A value that was never written before. */
  newValue(): number;
  /** Requests of this gateway are lost without a word, until the way is mended. */
  cut(gateway: string): void;
  mend(gateway: string): void;
  close(): Promise<void>;
}

/** Name of the event in which a CCU says this value; undefined for what it does not say by itself. */
export const eventOf = (ccu: string, value: number): string | undefined => (value < 0 ? `${ccu}:${value}` : undefined);
export const writeOf = (ccu: string, value: number): string => `${ccu}:${value}`;

/** Thermostats. The logic layer lets nobody in, so that values are known from events alone: what no gateway heard is lost. */
function devicesOf(number: number): readonly DefinedDevice[] {
  const original = inventedHouse().devices.find(({ description }) => description.ADDRESS === ORIGINAL);
  return Array.from({ length: DEVICES }, (_, index) => {
    const address = `00F1C0${number}${String(index).padStart(7, '0')}`;
    const device = JSON.parse(JSON.stringify(original).replaceAll(ORIGINAL, address)) as DefinedDevice;
    return { ...device, name: `Heizung ${index}` };
  });
}

export async function startCcu(number: number, gateways: readonly string[], seen: Seen): Promise<Ccu> {
  const name = `ccu-${number}`;
  const devices = devicesOf(number);
  const nothing = { rooms: [], functions: [], programs: [], sysvars: [], links: [] };
  const house = { ...inventedHouse(), ...nothing, devices };
  const simulator = await startSimulator({ interfaces: [INTERFACE], house, serial: `00${number}F1C0DE` });
  const doors = await Promise.all(gateways.map((gateway) => openDoor(simulator, { ccu: name, gateway, seen })));
  const doorOf = (gateway: string) => doors[gateways.indexOf(gateway)];
  const addresses = devices.map(({ description }) => description.ADDRESS);
  let emitted = 0;
  let written = 0;
  return {
    name,
    devices: addresses,
    ports: Object.fromEntries(gateways.map((gateway, index) => [gateway, doors[index]?.port ?? 0])),
    emit() {
      emitted += 1;
      const value = Number((FIRST_EVENT + emitted / 1_000).toFixed(3));
      seen.say('emitted', { ccu: name, event: eventOf(name, value) });
      simulator.emit(`${addresses[emitted % addresses.length]}:1`, 'ACTUAL_TEMPERATURE', value);
    },
    newValue() {
      written += 1;
      return Number((FIRST_WRITE + written / 100_000).toFixed(5));
    },
    cut: (gateway) => doorOf(gateway)?.cut(),
    mend: (gateway) => doorOf(gateway)?.mend(),
    async close() {
      for (const door of doors) door.close();
      await simulator.close();
    },
  };
}

interface DoorOptions {
  readonly ccu: string;
  readonly gateway: string;
  readonly seen: Seen;
}

/** Hands requests of one gateway to the CCU, and writes down that they have arrived. */
async function openDoor(simulator: Simulator, { ccu, gateway, seen }: DoorOptions) {
  const lost = new Set<ServerResponse>();
  let isCut = false;
  function arrive(incoming: IncomingMessage, body: Buffer, answer: ServerResponse): void {
    const value = writtenIn(body.toString('latin1'));
    seen.say('request', { ccu, gateway, ...(value !== undefined && { write: writeOf(ccu, value) }) });
    const headers = { 'content-type': 'text/xml', 'content-length': body.length };
    const port = simulator.ports[INTERFACE];
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path: incoming.url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    asked.once('error', () => answer.destroy());
    asked.end(body);
  }
  const server = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.once('end', () => {
      if (isCut) lost.add(answer);
      else arrive(incoming, Buffer.concat(parts), answer);
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
    },
    mend() {
      isCut = false;
      for (const answer of lost) answer.destroy();
      lost.clear();
    },
    close: () => server.closeAllConnections(),
  };
}

/** The temperature that a request sets; undefined where it sets none. */
function writtenIn(body: string): number | undefined {
  if (!/<methodName>(setValue|putParamset)<\/methodName>/.test(body)) return undefined;
  const value = /<double>([\d.]+)<\/double>/.exec(body)?.[1];
  return value === undefined ? undefined : Number(value);
}
