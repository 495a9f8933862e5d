import type { DiagnosticsView } from '@ccu-gateway/gateway-core/use-cases';
import { operationsWith } from '../../operation/operation.js';

const operation = operationsWith<{ readonly diagnostics: DiagnosticsView }>();

/** The same twice: scrapers use the root. */
export const metricsOperations = (['api', 'root'] as const).map((mount) =>
  operation({
    method: 'GET',
    path: '/metrics',
    mount,
    operationId: mount === 'api' ? 'getMetrics' : 'getRootMetrics',
    access: 'viewer',
    tag: 'diagnostics',
    summary: 'Show figures for Prometheus',
    responses: { 200: { description: 'Figures in the Prometheus text format', contentTypes: ['text/plain'] } },
    handler: async (_input, { diagnostics }) => {
      const { contentType, text } = await diagnostics.metrics();
      return { status: 200, raw: text, contentType };
    },
  }),
);
