import type { Device } from '../../../store/points.js';
import type { Schedule } from './week.js';

export interface WeekProps {
  readonly device: Device;
  readonly schedule: Schedule;
  readonly reload: () => Promise<void>;
}
