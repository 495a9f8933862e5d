import type { CustomDataPoint } from './custom-data-points.js';

/** What the controls of every class of custom data point are given. */
export interface ControlsProps {
  readonly dp: CustomDataPoint;
  /** What it is called, for people who do not see where the control stands. */
  readonly name: string;
  readonly invoke: (operation: string, params?: Readonly<Record<string, unknown>>) => void;
  /** Why nothing can be set now. */
  readonly refusal: string | undefined;
}
