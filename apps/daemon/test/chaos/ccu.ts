import { type DefinedDevice, inventedHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { type Door, openDoor } from './door.js';
import type { Seen } from './seen.js';

const INTERFACE = 'HmIP-RF';
const ORIGINAL = '00F1C0DE000001';
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
  /** What goes between it and this gateway is on its way until the way is mended. */
  cut(gateway: string): void;
  mend(gateway: string): void;
  close(): Promise<void>;
}

/** Name of the event in which a CCU says this value; undefined for what it does not say by itself. */
export const eventOf = (ccu: string, value: number): string | undefined => (value < 0 ? `${ccu}:${value}` : undefined);
export const writeOf = (ccu: string, value: number): string => `${ccu}:${value}`;

/**
 * Thermostats, with no more than what is read and written here. The logic layer lets nobody in, so that values are known from events alone: what
 * no gateway heard is lost.
 */
function devicesOf(number: number, count: number): readonly DefinedDevice[] {
  const original = inventedHouse().devices.find(({ description }) => description.ADDRESS === ORIGINAL);
  if (original === undefined) throw new Error(`there is no ${ORIGINAL}`);
  const { description, channels, paramsets, interfaceName } = original;
  const kept = channels.slice(0, 2);
  const addresses = kept.map(({ ADDRESS }) => ADDRESS);
  const valuesAlone = Object.fromEntries(
    addresses.map((address) => [address, { VALUES: paramsets[address]?.VALUES ?? {} }]),
  );
  const slim = JSON.stringify({
    interfaceName,
    description: { ...description, CHILDREN: addresses, PARAMSETS: [] },
    channels: kept.map((channel) => ({ ...channel, PARAMSETS: ['VALUES'], LINK_SOURCE_ROLES: '' })),
    paramsets: valuesAlone,
  });
  return Array.from({ length: count }, (_, index) => {
    const address = `00F1C0${number}${String(index).padStart(7, '0')}`;
    return { ...JSON.parse(slim.replaceAll(ORIGINAL, address)), name: `Heizung ${index}` } as DefinedDevice;
  });
}

export interface CcuOptions {
  readonly number: number;
  /** Of devices. */
  readonly count: number;
  readonly gateways: readonly string[];
  readonly seen: Seen;
}

export async function startCcu({ number, count, gateways, seen }: CcuOptions): Promise<Ccu> {
  const name = `ccu-${number}`;
  const devices = devicesOf(number, count);
  const nothing = { rooms: [], functions: [], programs: [], sysvars: [], links: [] };
  const house = { ...inventedHouse(), ...nothing, devices };
  const simulator = await startSimulator({ interfaces: [INTERFACE], house, serial: `00${number}F1C0DE` });
  const open = (gateway: string) =>
    openDoor({
      ...{ ccu: name, gateway, seen },
      port: () => simulator.ports[INTERFACE] ?? 0,
      eventOf: (value) => eventOf(name, value),
      writeOf: (value) => writeOf(name, value),
    });
  const doors = new Map<string, Door>();
  for (const gateway of gateways) doors.set(gateway, await open(gateway));
  const addresses = devices.map(({ description }) => description.ADDRESS);
  let emitted = 0;
  let written = 0;
  return {
    name,
    devices: addresses,
    ports: Object.fromEntries([...doors].map(([gateway, door]) => [gateway, door.port])),
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
    cut: (gateway) => doors.get(gateway)?.cut(),
    mend: (gateway) => doors.get(gateway)?.mend(),
    async close() {
      for (const door of doors.values()) door.close();
      await simulator.close();
    },
  };
}
