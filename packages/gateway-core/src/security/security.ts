import type {
  SecurityClass,
  SecurityClassReport,
  SecurityFault,
  SecurityOverview,
  SecuritySource,
} from '@ccu-gateway/contract/types';

/**
 * The one answer over all dangers and faults of the installation. It reads the present state each time. Calls that change
 * something resolve when the change is stored.
 */
export interface SecurityKeeping {
  overview(): SecurityOverview;
  ofClass(kind: SecurityClass): SecurityClassReport;
  /** The worst first. */
  faults(): readonly SecurityFault[];
  sources(): readonly SecuritySource[];
  /** @throws GatewayError `not_found`, `service_unready` without storage */
  acknowledge(id: string, by: string): Promise<SecurityFault>;
  /**
   * Silences a cause until a time in milliseconds since the Unix epoch; undefined ends its silence.
   * @throws GatewayError `not_found`, `validation`, `service_unready` without storage
   */
  silence(id: string, silence: { readonly until: number; readonly by: string } | undefined): Promise<SecurityFault>;
  /** Leaves classes of a source out. @throws GatewayError `not_found`, `service_unready` without storage */
  exclude(ref: string, classes: readonly SecurityClass[]): Promise<SecuritySource>;
}
