import { useComputed } from '@preact/signals';
import { useServices } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { shownProblem } from './problems.js';

/** Current problems by cause, the worst first, as the gateway groups them. */
export function useProblems() {
  const locale = useServices().language.current.value;
  const problems = useResource(
    ({ gateway, scope }) => gateway.call('listProblems', { query: { ...scope.query(), locale } }),
    {
      refreshOn: [
        'problems.changed',
        'system.status_changed',
        'connectivity.changed',
        'mqtt.broker_connected',
        'mqtt.broker_disconnected',
      ],
      inputs: [locale],
    },
  );
  return useComputed(() => (problems.current.value.value ?? []).map(shownProblem)).value;
}
