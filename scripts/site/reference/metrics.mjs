import { code, page, table } from './markdown.mjs';

const none = () => undefined;

/** The page of the metrics: those of every part, also where it is switched off. */
export async function metricsPage({ createMetrics, declareFleet, gauges }) {
  const declareMore = (gauge) => declareFleet(gauge, { figures: none });
  const parts = { house: {}, events: {}, version: '', webhooks: none, mqtt: none, matter: none, declareMore };
  await createMetrics(parts).text();
  const rows = gauges.map(({ name, help, labelNames }) => [code(name), labelNames.map(code).join(', '), help]);
  return page('Metrics', [
    'The gateway answers `GET /api/v1/metrics` in the format of Prometheus. All of them are gauges. Figures of a bridge or a fleet exist',
    'while it is enabled. Those of the process begin with `process_` and `nodejs_`, as the library `prom-client` has them.',
    '',
    ...table(['Metric', 'Labels', 'Meaning'], rows),
  ]);
}
