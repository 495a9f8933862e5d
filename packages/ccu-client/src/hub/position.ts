import { CcuError } from '../model/errors.js';
import type { ReGaRunner } from '../rega/runner.js';

/** Sets the position of the CCU, and verifies it. @throws CcuError `invalid_argument`, `mismatch` */
export async function setPosition(rega: ReGaRunner, longitude: number, latitude: number): Promise<void> {
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) {
    throw new CcuError('invalid_argument', 'longitude is -180..180, latitude -90..90');
  }
  const now = (await rega.run('position', { longitude, latitude }))[0];
  const isThere = (wanted: number, shown: number | undefined) => Math.abs(wanted - (shown ?? Number.NaN)) < 0.01;
  if (!isThere(longitude, now?.longitude) || !isThere(latitude, now?.latitude)) {
    throw new CcuError('mismatch', 'the CCU did not take over the position');
  }
  if (now?.stored !== true) {
    throw new CcuError('mismatch', 'the CCU took over the position, and could not keep it for its next start');
  }
}
