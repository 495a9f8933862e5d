import type { EnergyTariffs } from '@ccu-gateway/contract/types';

/** Stored tariffs and roles of meters. Rejects with `service_unready` without storage. */
export interface TariffControl {
  /** Without stored ones: none, with revision 0. */
  read(): Promise<EnergyTariffs>;
  /**
   * Stores the result of `decide` over the stored tariffs. `decide` is called again where another gateway changed them
   * meanwhile; its errors pass through, and nothing is stored.
   */
  change(decide: (kept: EnergyTariffs) => EnergyTariffs): Promise<void>;
}
