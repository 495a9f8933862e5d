import { type CallbackServer, type Ccu, type ConnectOptions, examineCcu, type Timings } from '@ccu-gateway/ccu-client';
import { defined } from '@ccu-gateway/gateway-core/parts';
import type { CentralFacts, ConnectionFacts } from '@ccu-gateway/gateway-core/use-cases';
import { addressOf } from '../centrals/address.js';
import type { CentralConfig } from '../config/index.js';

/** Options for examining a CCU. Clock and timers default to those of the process. */
export interface LookAt extends Pick<ConnectOptions, 'clock' | 'timers' | 'permit'> {
  readonly callbacks: CallbackServer | undefined;
  /** The connection to it, where a gateway runs. */
  readonly ccu?: Ccu | undefined;
  readonly openSpareCallbacks?: (() => Promise<CallbackServer>) | undefined;
  readonly signal: AbortSignal;
  readonly patienceMs?: number | undefined;
  readonly timings?: Partial<Timings> | undefined;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** Examines one CCU of the configuration, hop by hop. `connection` is called after all other hops. */
export async function centralFacts(
  central: CentralConfig,
  { ccu, callbacks, ...how }: LookAt,
  connection: () => ConnectionFacts | undefined = () => undefined,
): Promise<CentralFacts> {
  const address = addressOf(central);
  const examination = await examineCcu({ ...address, ...defined({ ...how, callbacks, connection: ccu }) });
  return {
    name: central.name,
    host: central.host,
    tls: central.tls,
    hasLogin: address.username !== undefined,
    examination,
    ...defined({ connection: connection() }),
  };
}
