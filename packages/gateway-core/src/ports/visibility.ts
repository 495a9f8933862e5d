import type { UnIgnoreUpdated } from '@ccu-gateway/contract/types';
import type { Visibility } from '@ccu-gateway/device-model';

/** Which hidden parameters are shown all the same. */
export interface VisibilityControl extends Pick<Visibility, 'list' | 'candidates'> {
  /**
   * Replaces the patterns of a CCU, at once. Patterns that cannot be understood are left out and named. Rejects with
   * `service_unready` when there is no storage.
   */
  replace(central: string, patterns: readonly string[], by: string): Promise<UnIgnoreUpdated>;
}
