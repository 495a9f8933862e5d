import type { EnergyTariffs, EnergyTariffsWriteRequest } from '@ccu-gateway/contract/types';
import { faultsOf } from '../../energy/tariffs.js';
import type { TariffControl } from '../../ports/tariffs.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError, invalid } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { reading, useCase } from '../../use-case/use-case.js';
import { previewTariffs } from './energy-preview.js';
import { readStandby } from './energy-standby.js';

/** Ports of the use case that stores tariffs. */
export interface TariffWriting extends Recording {
  readonly tariffs: TariffControl;
}

/**
 * Tariffs of energy and the roles of meters. Role `viewer`.
 *
 * @throws GatewayError `service_unready` without storage
 * @example
 * const { tariffs } = await core.as(caller).energy.tariffs();
 */
export const readTariffs = reading(
  'viewer',
  ({ tariffs }: Pick<TariffWriting, 'tariffs'>): Promise<EnergyTariffs> => tariffs.read(),
);

/**
 * Replaces the tariffs of energy and the roles of meters. Costs are not stored, so that those of the past follow the new
 * tariffs, too. Role `admin`; audited as `energy_tariffs`.
 *
 * @throws GatewayError `validation` with the fields, `conflict` (reason `revision_changed`) where another revision is stored
 * by now, `service_unready` without storage
 * @example
 * const { revision } = await core.as(caller).energy.setTariffs({ ...tariffs, currency: 'CHF' });
 */
export const setTariffs = useCase(
  'admin',
  async (ports: TariffWriting, caller: Caller, request: EnergyTariffsWriteRequest): Promise<EnergyTariffs> => {
    const faults = faultsOf(request);
    if (faults.length > 0) throw invalid(faults.slice(0, 50), 'The tariffs do not fit together');
    const next = { ...request, revision: request.revision + 1 };
    let before = 0;
    await ports.tariffs.change((kept) => {
      if (kept.revision !== request.revision) {
        throw new GatewayError('conflict', 'The tariffs were changed meanwhile: read them again', {
          reason: 'revision_changed',
        });
      }
      before = kept.tariffs.length;
      return next;
    });
    recordChange(ports, caller, {
      action: 'energy_tariffs',
      note: `revision ${next.revision}`,
      changes: [{ parameter: 'tariffs', before, after: next.tariffs.length }],
    });
    return next;
  },
);

/** Use cases of the family `energy`, by their names for a caller of the core. */
export const energyUseCases = {
  tariffs: readTariffs,
  setTariffs,
  preview: previewTariffs,
  standby: reading('viewer', readStandby),
} as const;
