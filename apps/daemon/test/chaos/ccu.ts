import { type DefinedDevice, inventedHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { type Door, openDoor } from './door.js';
import type { Seen } from './seen.js';

const INTERFACE = 'HmIP-RF';
const ORIGINAL = '00F1C0DE000001';
const SENSORS = 8;
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
 * Thermostats that are written to, and sensors that emit, with no more than what is used here: each event is then one value and nothing that
 * follows from it. The logic layer lets nobody in, so that values are known from events alone: what no gateway heard is lost.
 */
function devicesOf(number: number, thermostats: number): readonly DefinedDevice[] {
  const original = inventedHouse().devices.find(({ description }) => description.ADDRESS === ORIGINAL);
  if (original === undefined) throw new Error(`there is no ${ORIGINAL}`);
  const addressOf = (index: number) => `00F1C0${number}${String(index).padStart(7, '0')}`;
  const thermostat = slim(original, ['SET_POINT_TEMPERATURE', 'ACTUAL_TEMPERATURE', 'SET_POINT_MODE']);
  const sensor = slim(original, ['ACTUAL_TEMPERATURE'])
    .replaceAll('HEATING_CLIMATECONTROL_TRANSCEIVER', 'TEMPERATURE_TRANSMITTER')
    .replaceAll('HmIP-eTRV-2', 'HmIP-STE2');
  return Array.from({ length: SENSORS + thermostats }, (_, index) => {
    const text = index < SENSORS ? sensor : thermostat;
    return { ...JSON.parse(text.replaceAll(ORIGINAL, addressOf(index))), name: `Device ${index}` } as DefinedDevice;
  });
}

/** The device as text, with one channel of its own and these parameters. */
function slim(
  { interfaceName, description, channels, paramsets }: DefinedDevice,
  parameters: readonly string[],
): string {
  const [maintenance, own] = channels;
  if (maintenance === undefined || own === undefined) throw new Error(`${description.ADDRESS} has no channels`);
  const kept = Object.entries(paramsets[own.ADDRESS]?.VALUES ?? {}).filter(([name]) => parameters.includes(name));
  return JSON.stringify({
    interfaceName,
    description: { ...description, CHILDREN: [maintenance.ADDRESS, own.ADDRESS], PARAMSETS: [] },
    channels: [maintenance, own].map((each) => ({ ...each, PARAMSETS: ['VALUES'], LINK_SOURCE_ROLES: '' })),
    paramsets: {
      [maintenance.ADDRESS]: { VALUES: paramsets[maintenance.ADDRESS]?.VALUES ?? {} },
      [own.ADDRESS]: { VALUES: Object.fromEntries(kept) },
    },
  });
}

interface CcuOptions {
  readonly number: number;
  /** Of devices that can be written to. */
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
  const sensors = addresses.slice(0, SENSORS);
  let emitted = 0;
  let written = 0;
  return {
    name,
    devices: addresses.slice(SENSORS),
    ports: Object.fromEntries([...doors].map(([gateway, door]) => [gateway, door.port])),
    emit() {
      emitted += 1;
      const value = Number((FIRST_EVENT + emitted / 1_000).toFixed(3));
      const point = `${sensors[emitted % SENSORS]}:1`;
      seen.say('emitted', { ccu: name, event: eventOf(name, value), point });
      simulator.emit(point, 'ACTUAL_TEMPERATURE', value);
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
