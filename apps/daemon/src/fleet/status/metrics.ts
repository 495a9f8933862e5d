import type { GatewaysView } from '@ccu-gateway/gateway-core/use-cases';
import type { DeclareGauge } from '../../adapters/metrics.js';

/** Figures of a fleet for Prometheus. */
export function declareFleet(gauge: DeclareGauge, { figures }: Pick<GatewaysView, 'figures'>): void {
  gauge('fleet_outage', '1 while broker or log of the fleet do not answer, or must not be used.', [], (set) =>
    set(figures().outage ? 1 : 0, {}),
  );
  gauge('fleet_log_pending', 'Events that the log has not confirmed yet.', [], (set) => set(figures().logPending, {}));
  gauge('fleet_log_lag', 'Numbers of the log that have not come yet, as of the last check.', [], (set) => {
    // A figure without labels that is not set would read 0.
    set(figures().logLag ?? Number.NaN, {});
  });
  gauge('fleet_members', 'Gateways of the fleet, by whether they speak the same protocol.', ['compatible'], (set) => {
    const { members } = figures();
    if (members === undefined) return;
    set(members.compatible, { compatible: 'true' });
    set(members.incompatible, { compatible: 'false' });
  });
  type Central = ReturnType<GatewaysView['figures']>['centrals'][number];
  const ofEach = (name: string, help: string, figure: (each: Central) => number | boolean | undefined) =>
    gauge(`fleet_${name}`, help, ['central'], (set) => {
      for (const each of figures().centrals) {
        const value = figure(each);
        if (value !== undefined) set(Number(value), { central: each.central });
      }
    });
  ofEach('lease_held', '1 while this gateway may act for the CCU.', ({ held }) => held);
  ofEach('lease_token', 'Token of the term of this gateway; each takeover has a higher one.', ({ token }) => token);
  ofEach('holder_known', '1 while any gateway holds the CCU.', ({ holderKnown }) => holderKnown);
  ofEach('central_known', '1 while this gateway holds the CCU or has a copy of it.', ({ known }) => known);
  gauge('fleet_calls', 'Outcomes of calls to other gateways since the start.', ['outcome'], (set) => {
    for (const [outcome, count] of Object.entries(figures().calls ?? {})) set(count, { outcome });
  });
}
