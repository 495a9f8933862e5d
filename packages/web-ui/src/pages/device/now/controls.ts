import type { CustomDataPoint } from './custom-data-points.js';

/** Props of the controls of every class of custom data point. */
export interface ControlsProps {
  readonly dp: CustomDataPoint;
  /** Accessible name. */
  readonly name: string;
  readonly invoke: (operation: string, params?: Readonly<Record<string, unknown>>) => void;
  /** Why nothing can be set now. */
  readonly refusal: string | undefined;
}
