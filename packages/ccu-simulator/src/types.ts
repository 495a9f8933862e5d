import type { Registration } from './callbacks/registered-client.js';
import type { Faults } from './faults/types.js';
import type { InterfaceName, WireValue } from './house/types.js';
import type { HouseEvent } from './live/events.js';
import type { SimulatedHouseView } from './live/types.js';
import type { SimulatorPortName } from './options.js';
import type { ReceivedLog } from './received/types.js';
import type { TypedValue } from './wire/typed-value.js';

/** A CCU made of software. */
export interface Simulator {
  readonly host: string;
  /** The ports it really listens on. */
  readonly ports: Readonly<Partial<Record<SimulatorPortName, number>>>;
  readonly interfaces: readonly InterfaceName[];
  /** True state of the installation. */
  readonly house: SimulatedHouseView;
  readonly received: ReceivedLog;
  readonly faults: Faults;
  /** Its version, and the files that its own commands have written and not deleted. */
  readonly product: { version(): string; files(): readonly string[] };
  /** Clients registered for events right now. */
  registrations(): readonly Registration[];
  /**
   * Reports a value of a device, which is stored and sent to every registered client. Throws on an unknown data point.
   */
  emit(channelAddress: string, parameter: string, value: WireValue): void;
  /** Calls every client of an interface with any method; the interface id is put before the parameters. */
  tell(interfaceName: InterfaceName, method: string, params: readonly TypedValue[]): void;
  /**
   * Calls the listener for every event of the installation, in order, also for those that no client receives. Returns a
   * function that removes it.
   */
  on(listener: (event: HouseEvent) => void): () => void;
  /** Resolves when every event made so far has been delivered or given up. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
