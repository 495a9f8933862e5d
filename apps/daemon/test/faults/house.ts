import type { InterfaceName, Simulator } from '@ccu-gateway/ccu-simulator';
import { expect } from 'vitest';
import { type Frame, openSocket, type Socket, subscribe } from '../socket.js';
import { startWorld, type World, type WorldOptions } from '../world.js';
import { differences, heardPicture, type Picture, shownPicture } from './picture.js';

/** However busy the machine is: a test waits for what happens. */
export const PATIENCE = { timeout: 50_000, interval: 20 } as const;

const EITHER = {
  longRpcTimeoutMs: 20_000,
  circuitOpenMs: 30,
  rescanMinMs: 20,
  reconcileMs: 0,
  writeRetryMs: 5,
  radioPollMs: 20,
} as const;

/** Notices trouble at once. A busy machine may look like trouble, too; then the link goes the same way once more. */
export const IMPATIENT = { ...EITHER, rpcTimeoutMs: 800, jsonTimeoutMs: 800, pongTimeoutMs: 300, missedPongs: 2 };
/** Takes nothing for trouble that is none, however long it takes. */
export const PATIENT = { ...EITHER, rpcTimeoutMs: 20_000, jsonTimeoutMs: 20_000, pongTimeoutMs: 20_000 };

interface Sample {
  /** Something that speaks by itself. */
  readonly sensor: readonly [channelAddress: string, parameter: string];
  readonly key?: string;
}

const SAMPLES: Readonly<Record<InterfaceName, Sample>> = {
  'HmIP-RF': { sensor: ['00F1C0DE000011:1', 'ACTUAL_TEMPERATURE'], key: '00F1C0DE000012:1' },
  CUxD: { sensor: ['CUX0200001:1', 'TEMPERATURE'], key: 'CUX1200001:1' },
  'BidCos-RF': { sensor: ['SIM0000008:1', 'TEMPERATURE'], key: 'SIM0000007:1' },
  'BidCos-Wired': { sensor: ['SIW0000001:3', 'STATE'], key: 'SIW0000001:1' },
  VirtualDevices: { sensor: ['INT0000001:1', 'ACTUAL_TEMPERATURE'] },
};

/** A gateway on one interface of a simulated CCU, with somebody who listens to everything. */
export interface FaultHouse {
  readonly interfaceName: InterfaceName;
  readonly id: string;
  readonly world: World;
  readonly simulator: Simulator;
  readonly socket: Socket;
  /** Name of the data point that speaks. */
  readonly point: string;
  speak(value: number | boolean): void;
  /** The CCU has it; the gateway has not calculated it. */
  isReal(point: string): boolean;
  /** Resolves when somebody who listens has been told the value. */
  told(value: number | boolean, from: number): Promise<void>;
  /** Somebody presses a key, where the interface has any. */
  press(): void;
  /** `GET` below `/api/v1`. */
  get(path: string): Promise<Shown>;
  /** The entry of `/interfaces`. */
  shown(): Promise<Shown>;
  /** The link's part of `/health`, with the status of the whole as `overall`. */
  health(): Promise<Shown>;
  /** Resolves when the API shows what is true in the house. */
  agrees(): Promise<Picture>;
  /** What somebody believes who looked when the test began and has only listened since. */
  heard(): Picture;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Shown = any;

export async function openFaultHouse(
  interfaceName: InterfaceName,
  timings: NonNullable<WorldOptions['timings']>,
): Promise<FaultHouse> {
  const world = await startWorld({
    simulator: { interfaces: [interfaceName] },
    central: { check_connection_interval: '50ms' },
    timings,
  });
  const { simulator } = world;
  const id = `home-${interfaceName}`;
  const { sensor, key } = SAMPLES[interfaceName];
  const get = async (path: string) => (await world.call('GET', `/api/v1${path}`)).json;
  const socket = await openSocket(world);
  await subscribe(socket, ['*']);
  const atFirst = await shownPicture(world);

  async function agrees(): Promise<Picture> {
    let picture: Picture = new Map();
    await expect
      .poll(async () => {
        picture = await shownPicture(world);
        return differences(world, interfaceName, picture);
      }, PATIENCE)
      .toEqual([]);
    return picture;
  }

  return {
    interfaceName,
    id,
    world,
    simulator,
    socket,
    point: sensor.join('.'),
    speak: (value) => simulator.emit(...sensor, value),
    isReal(point) {
      const [channelAddress = '', parameter = ''] = point.split('.');
      return simulator.house.value(channelAddress, parameter) !== undefined;
    },
    async told(value, from) {
      const isTold = ({ payload }: Frame) => payload?.parameter === sensor[1] && payload.value === value;
      await socket.until((frame) => isTold(frame) && socket.frames.indexOf(frame) >= from);
    },
    press: () => {
      if (key !== undefined) simulator.emit(key, 'PRESS_SHORT', true);
    },
    get,
    shown: () => get(`/interfaces/${id}`),
    async health() {
      const { components, status } = await get('/health');
      return { ...components.find(({ name }: { readonly name: string }) => name === `ccu.${id}`), overall: status };
    },
    agrees,
    heard: () => heardPicture(atFirst, socket.frames),
    async close() {
      socket.close();
      await world.close();
    },
  };
}
