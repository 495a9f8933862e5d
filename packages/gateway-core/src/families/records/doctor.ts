import type { DoctorReport } from '@ccu-gateway/contract/types';
import { diagnose } from '../../doctor/diagnose.js';
import type { Doctor } from '../../ports/doctor.js';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { knownScope } from '../../use-case/choose.js';
import { readingAs } from '../../use-case/use-case.js';

/** Ports of the use case that runs the doctor. */
export interface DoctorRunning {
  readonly house: House;
  readonly doctor: Doctor;
}

/**
 * Checks every hop between the configuration and an arriving event, of one CCU or of all, and reports faults with their
 * effects and remedies. It opens one session at each CCU for as long as it lasts. Role `admin`; not audited.
 *
 * @throws GatewayError `not_found` for an unknown CCU, `conflict` (reason `doctor_running`) while another one runs,
 * `service_unready` where no gateway is connected with that CCU
 * @example
 * const { problems, findings } = await core.as(caller).diagnostics.doctor({ central: 'home' });
 */
export const runDoctor = readingAs(
  'admin',
  async (
    { house, doctor }: DoctorRunning,
    caller: Caller,
    { central }: { readonly central?: string | undefined } = {},
  ): Promise<DoctorReport> => {
    const scope = knownScope(house, { central });
    return diagnose(await doctor.examine({ ...scope, signal: caller.signal }));
  },
);
