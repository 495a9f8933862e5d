import type { GatewayEvent } from '@ccu-gateway/client';
import type { InterfaceState, Snapshot } from '@ccu-gateway/contract/types';
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { applyEvent, type HouseState, markWrite } from './house-state.js';
import { createKeyedSignals } from './keyed-signals.js';
import type { Change, Device, DeviceKey, House, Point, PointKey, WriteState } from './points.js';
import { type Renewal, renewDevices } from './renew-devices.js';
import { indexSnapshot } from './snapshot-index.js';
import { type Frame, frameOf, writeSnapshot } from './write-snapshot.js';

/**
 * State of the installation in the browser: one snapshot, and every event after it. Events are applied at once. A lone one is
 * shown in the next animation frame, many of them five times a second; only readers of a changed entry render again.
 */
export interface HouseStore {
  /** True after the first snapshot. */
  readonly loaded: ReadonlySignal<boolean>;
  /** Time of the snapshot, in milliseconds since 1970. */
  readonly loadedAt: ReadonlySignal<number>;
  /** The data was stored in this browser, and the gateway has not answered yet. */
  readonly kept: ReadonlySignal<boolean>;
  /** Keys of all devices; changes when devices come or go, or are named otherwise. */
  readonly devices: ReadonlySignal<readonly DeviceKey[]>;
  readonly interfaces: ReadonlySignal<readonly InterfaceState[]>;
  /** Counts up, at most once a second, while anything changes: for values computed from all devices. */
  readonly pulse: ReadonlySignal<number>;
  /** Newest first. */
  readonly recent: ReadonlySignal<readonly Change[]>;
  /** Rooms by their name in the CCU, with the text for people. */
  readonly rooms: ReadonlySignal<Snapshot['rooms']>;
  readonly functions: ReadonlySignal<Snapshot['functions']>;
  readonly programs: ReadonlySignal<Snapshot['programs']>;
  readonly sysvars: ReadonlySignal<Snapshot['sysvars']>;
  /** Number of the newest event that was taken in. */
  readonly seq: ReadonlySignal<number>;
  /** When the newest event came, by interface id. */
  readonly lastEventAt: ReadonlySignal<ReadonlyMap<string, number>>;
  device(key: DeviceKey): ReadonlySignal<Device | undefined>;
  point(key: PointKey): ReadonlySignal<Point | undefined>;
  peekDevice(key: DeviceKey): Device | undefined;
  peekPoint(key: PointKey): Point | undefined;
  points(): IterableIterator<[PointKey, Point]>;
  load(snapshot: House, options?: { readonly kept?: boolean }): void;
  /** Replaces devices by their new state. */
  renew(renewal: Renewal): void;
  /** The state of the store as a snapshot of that time; only after the first one. */
  snapshot(generatedAt: string): House;
  apply(event: GatewayEvent): void;
  /** Sets the state of a write of this browser; undefined when none is running. */
  mark(key: PointKey, write: WriteState | undefined): void;
  setInterfaces(interfaces: readonly InterfaceState[]): void;
  /** Shows applied events now instead of in the next frame. */
  flush(): void;
}

export interface HouseStoreOptions {
  /** Runs once before the next frame is painted. */
  readonly onFrame: (run: () => void) => void;
  readonly now: () => number;
  /** Runs once after a delay. */
  readonly later: (run: () => void, delayMs: number) => void;
}

const PULSE_MS = 1_000;
/** Each frame costs layout and paint, and five a second are more than a person reads. */
const LEAST_BETWEEN_FRAMES_MS = 200;

export function createHouseStore({ onFrame, now, later }: HouseStoreOptions): HouseStore {
  const state = emptyState();
  const { points, devices } = state;
  const shown = createShownSignals();
  const beat = createBeat(shown.pulse, later);
  const { flush, soon, next } = inFrames({ onFrame, now, later }, () => {
    beat();
    batch(() => {
      points.flush();
      devices.flush();
      showEvents(shown, state);
    });
  });
  let newest: Frame | undefined;

  return {
    ...shown,
    device: (key) => devices.at(key),
    point: (key) => points.at(key),
    peekDevice: (key) => devices.peek(key),
    peekPoint: (key) => points.peek(key),
    points: () => points.entries(),
    load(snapshot, { kept = false } = {}) {
      newest = frameOf(snapshot);
      const index = indexSnapshot(snapshot);
      batch(() => {
        points.replaceAll(index.points);
        devices.replaceAll(new Map(index.devices.map((device) => [device.key, device])));
        takeIn(state, snapshot);
        flush();
        showSnapshot(shown, snapshot);
        shown.devices.value = index.devices.map(({ key }) => key);
        shown.loaded.value = true;
        shown.kept.value = kept;
        shown.pulse.value += 1;
      });
    },
    renew(renewal) {
      newest = newest && { ...newest, rooms: renewal.part.rooms, functions: renewal.part.functions };
      batch(() => {
        shown.devices.value = renewDevices(state, renewal, { keys: shown.devices.peek(), nowMs: now() });
        flush();
        showRooms(shown, renewal.part);
      });
    },
    snapshot(generatedAt) {
      return writeSnapshot(newest, {
        generatedAt,
        seq: state.seq,
        interfaces: shown.interfaces.value,
        programs: state.programs,
        sysvars: state.sysvars,
        devices: shown.devices.value.map((key) => devices.peek(key)).filter((device) => device !== undefined),
        peekPoint: points.peek,
      });
    },
    apply(event) {
      applyEvent(state, event, now());
      soon();
    },
    mark(key, write) {
      markWrite(state, key, write);
      next();
    },
    setInterfaces(next) {
      shown.interfaces.value = next;
    },
    flush,
  };
}

/** Runs before a frame is painted, unless `flush` runs it before. */
function inFrames({ onFrame, now, later }: HouseStoreOptions, run: () => void) {
  let waiting: 'nothing' | 'pause' | 'frame' = 'nothing';
  let shownAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    waiting = 'nothing';
    shownAt = now();
    run();
  }

  /** In the next frame: for actions of the person at this page. */
  function next(): void {
    if (waiting === 'frame') return;
    waiting = 'frame';
    onFrame(() => waiting === 'frame' && flush());
  }

  return {
    flush,
    next,
    /** In the next frame after the pause that follows the one before. */
    soon(): void {
      if (waiting !== 'nothing') return;
      // A clock that was set back must not hold a frame back.
      const pauseMs = Math.min(shownAt + LEAST_BETWEEN_FRAMES_MS - now(), LEAST_BETWEEN_FRAMES_MS);
      if (pauseMs <= 0) {
        next();
        return;
      }
      waiting = 'pause';
      later(() => waiting === 'pause' && next(), pauseMs);
    },
  };
}

/** At most one beat in `PULSE_MS`, however often it is asked for. */
function createBeat(pulse: Signal<number>, later: HouseStoreOptions['later']): () => void {
  let pulsing = false;
  return () => {
    if (pulsing) return;
    pulsing = true;
    later(() => {
      pulsing = false;
      pulse.value += 1;
    }, PULSE_MS);
  };
}

function emptyState(): HouseState {
  return {
    points: createKeyedSignals(),
    devices: createKeyedSignals(),
    changes: [],
    heard: new Map(),
    seq: 0,
    programs: [],
    sysvars: [],
  };
}

function createShownSignals() {
  return {
    loaded: signal(false),
    loadedAt: signal(0),
    kept: signal(false),
    devices: signal<readonly DeviceKey[]>([]),
    interfaces: signal<readonly InterfaceState[]>([]),
    rooms: signal<Snapshot['rooms']>([]),
    functions: signal<Snapshot['functions']>([]),
    programs: signal<Snapshot['programs']>([]),
    sysvars: signal<Snapshot['sysvars']>([]),
    recent: signal<readonly Change[]>([]),
    seq: signal(0),
    lastEventAt: signal<ReadonlyMap<string, number>>(new Map()),
    pulse: signal(0),
  };
}

function takeIn(state: HouseState, { seq, programs, sysvars }: Frame): void {
  state.seq = seq;
  state.programs = programs;
  state.sysvars = sysvars;
}

/** Shows the state that events change, beside data points and devices. */
function showEvents(shown: ReturnType<typeof createShownSignals>, state: HouseState): void {
  shown.recent.value = state.changes;
  shown.seq.value = state.seq;
  shown.lastEventAt.value = state.heard;
  shown.programs.value = state.programs;
  shown.sysvars.value = state.sysvars;
}

function showRooms(shown: ReturnType<typeof createShownSignals>, { rooms, functions }: Frame): void {
  shown.rooms.value = rooms;
  shown.functions.value = functions;
}

function showSnapshot(shown: ReturnType<typeof createShownSignals>, snapshot: Frame): void {
  shown.interfaces.value = snapshot.interfaces;
  showRooms(shown, snapshot);
  shown.loadedAt.value = Date.parse(snapshot.generated_at);
}
