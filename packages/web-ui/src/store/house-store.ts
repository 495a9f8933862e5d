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
 * The house as the browser knows it: one snapshot, and every event after it. Events are taken in at once and shown once per
 * animation frame; only what reads an entry is rendered again.
 */
export interface HouseStore {
  /** True after the first snapshot. */
  readonly loaded: ReadonlySignal<boolean>;
  /** When the snapshot was made that the house stands on, in milliseconds since 1970. */
  readonly loadedAt: ReadonlySignal<number>;
  /** The house is the one that was kept in this browser: the gateway has not answered yet. */
  readonly kept: ReadonlySignal<boolean>;
  /** Keys of all devices; changes when devices come or go, or are named otherwise. */
  readonly devices: ReadonlySignal<readonly DeviceKey[]>;
  readonly interfaces: ReadonlySignal<readonly InterfaceState[]>;
  /** Counts up, at most once a second, while anything changes: for what is worked out over the whole house. */
  readonly pulse: ReadonlySignal<number>;
  /** Newest first. */
  readonly recent: ReadonlySignal<readonly Change[]>;
  /** Rooms by name as the CCU says them, with the text for people. */
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
  /** Puts devices as they are now in place of what is known of them. */
  renew(renewal: Renewal): void;
  /** What the store knows, as a snapshot made at that time; only after the first one. */
  snapshot(generatedAt: string): House;
  apply(event: GatewayEvent): void;
  /** What became of a write of this browser; undefined: nothing is under way. */
  mark(key: PointKey, write: WriteState | undefined): void;
  setInterfaces(interfaces: readonly InterfaceState[]): void;
  /** Shows now what was taken in; otherwise the next frame does. */
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

export function createHouseStore({ onFrame, now, later }: HouseStoreOptions): HouseStore {
  const state = emptyState();
  const { points, devices } = state;
  const shown = createShownSignals();
  let newest: Frame | undefined;
  let scheduled = false;
  const beat = createBeat(shown.pulse, later);

  function flush(): void {
    scheduled = false;
    beat();
    batch(() => {
      points.flush();
      devices.flush();
      showEvents(shown, state);
    });
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    onFrame(() => scheduled && flush());
  }

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
      schedule();
    },
    mark(key, write) {
      markWrite(state, key, write);
      schedule();
    },
    setInterfaces(next) {
      shown.interfaces.value = next;
    },
    flush,
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

/** What changes with events, beside data points and devices. */
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
