import type { UnIgnoreUpdated } from '@ccu-gateway/contract/types';
import type { Visibility } from '@ccu-gateway/device-model';

/** A pattern that shows hidden parameters, as it is kept. */
export interface KeptPattern {
  readonly pattern: string;
  /** Milliseconds since the Unix epoch. */
  readonly updatedAt: number;
}

/** Storage of the patterns of CCUs. Rejects with `service_unready` when it refuses. */
export interface VisibilityRecords {
  list(central: string): Promise<readonly KeptPattern[]>;
  /** All of a CCU at once. */
  replace(central: string, patterns: readonly string[], by: string): Promise<void>;
}

/** Hidden parameters that are shown nevertheless. */
export interface VisibilityControl extends Pick<Visibility, 'list' | 'candidateSteps'> {
  /**
   * Replaces the patterns of a CCU, at once. Patterns that cannot be understood are left out and named. Rejects with
   * `service_unready` when there is no storage.
   */
  replace(central: string, patterns: readonly string[], by: string): Promise<UnIgnoreUpdated>;
}
