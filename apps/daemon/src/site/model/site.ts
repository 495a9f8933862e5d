import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { Health, Identities } from '@ccu-gateway/gateway-core/parts';
import type { createEditLocks, EditLocks } from '@ccu-gateway/gateway-core/use-cases';
import type { ServerOptions } from '@ccu-gateway/server';
import type { LoginElsewhere } from '../../access/ccu-login.js';
import type { RuntimeConfig } from '../../adapters/config.js';
import type { DeclareGauge } from '../../adapters/metrics.js';
import type { Centrals, LocalCentrals } from '../../centrals/centrals.js';
import type { CentralsLook } from '../../centrals/centrals-look.js';
import type { LoadedConfig } from '../../config/index.js';
import type { Log } from '../../log/log.js';
import type { Store } from '../../storage/store.js';
import type { Time } from '../../time/time.js';
import type { BridgeStates, SiteBridges } from './bridges.js';
import type { CataloguedStream, OpenStream, StreamOptions } from './catalogued-stream.js';
import type { Offer, Offered } from './ports.js';

/**
 * All that a gateway belongs to: the gateway alone, or several gateways that are one to their clients. Each member takes the part
 * that this gateway would use alone, and answers the part to use.
 */
export interface Site {
  /** False where other gateways connect with the CCUs, and none of them calls this one. */
  readonly connects: boolean;
  /** True when values and unproved writes of a CCU are kept on this machine. */
  readonly keepsStates: boolean;
  /** Checks a password at a gateway with another CCU; undefined where there is none. */
  readonly loginElsewhere: LoginElsewhere | undefined;
  /** Noted requests with an `Idempotency-Key`; undefined for those of this process. */
  readonly requests: ServerOptions['requests'];
  /** Returns true when this gateway may act for a CCU; undefined where it may for all. */
  readonly isOurs: ((central: string) => boolean) | undefined;
  openStream(own: () => Promise<OpenStream>): Promise<OpenStream>;
  house(own: () => HouseModel): HouseModel;
  identities(own: Identities): Identities;
  centrals(own: LocalCentrals): Centrals;
  editLocks(own: ReturnType<typeof createEditLocks>): EditLocks;
  bridgeStates(own: BridgeStates | undefined): BridgeStates | undefined;
  /** Checks of the site for `/health`. */
  check(health: Pick<Health, 'check'>): void;
  /** Declares its figures for Prometheus. */
  declareFigures(gauge: DeclareGauge): void;
  /** Announces to other gateways that a CCU was added, changed or removed here. */
  centralsChanged(look: Pick<CentralsLook, 'soon'>): void;
  /** The ports as clients and other gateways reach them. */
  offer<Own extends Offered>(own: Own, parts: OfferParts): Offer<Own>;
}

/** Parts behind the ports. */
export interface OfferParts {
  readonly stream: Pick<CataloguedStream, 'subscribe'>;
  readonly house: HouseModel;
  readonly centrals: Pick<Centrals, 'get' | 'names'>;
  readonly look: Pick<CentralsLook, 'now' | 'soon'>;
  readonly bridges: SiteBridges;
}

/** The base of a site. */
export interface SiteOptions {
  readonly loaded: LoadedConfig;
  readonly runtimeConfig: Pick<RuntimeConfig, 'current' | 'reload' | 'onDoubt' | 'notInForce'>;
  readonly store: Pick<Store, 'storage' | 'shared' | 'place' | 'identity'>;
  readonly box: SecretBox;
  readonly streamOptions: StreamOptions;
  /** Changes of CCUs that other gateways are connected with. */
  readonly onFollowed: (event: ModelEvent) => void;
  readonly version: string;
  readonly randomHex: (digits: number) => string;
  readonly time: Time;
  readonly log: Log;
  readonly lifecycle: { onClose(name: string, close: () => Promise<void> | void): void };
  /** Runs a job each `pauseMs`, until the gateway stops. */
  repeat(name: string, pauseMs: number, run: () => Promise<void>): void;
}
