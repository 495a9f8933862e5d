import { COMPAT_GROUPS, type CompatOutcome, type CompatResult, type CompatRun } from './model.js';

/** Facts about a run in its report. */
export interface ReportFacts {
  /** Version of the gateway. */
  readonly gateway: string;
  readonly node: string;
}

const OUTCOMES: readonly CompatOutcome[] = ['ok', 'different', 'failed', 'absent', 'skipped'];

/**
 * How many rows there are of each outcome; 0 where there are none.
 *
 * @example
 * const { different, failed } = countOutcomes(run.results);
 */
export function countOutcomes(results: readonly CompatResult[]): Readonly<Record<CompatOutcome, number>> {
  return Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, results.filter((each) => each.outcome === outcome).length]),
  ) as Record<CompatOutcome, number>;
}

/**
 * A report to attach to a bug report, as Markdown: no names, addresses, serial numbers, hosts, users or sessions.
 *
 * @example
 * await writeFile('report.md', renderCompatReport(run, { gateway: '1.0.0', node: process.version }));
 */
export function renderCompatReport(run: CompatRun, { gateway, node }: ReportFacts): string {
  const counts = countOutcomes(run.results);
  const head = [
    '# Compatibility report of ccu-gateway',
    '',
    `- gateway ${gateway}, Node ${node}`,
    `- CCU firmware ${run.version ?? 'unknown'}, product ${run.product ?? 'unknown'}`,
    `- login ${run.login}; ${run.wrote ? 'own things were made and removed' : 'read-only'}`,
    `- ${OUTCOMES.map((outcome) => `${outcome} ${counts[outcome]}`).join(', ')}`,
    '',
    'It holds no names, addresses, serial numbers or secrets.',
  ];
  const sections = COMPAT_GROUPS.flatMap((group) => {
    const rows = run.results.filter((result) => result.group === group);
    if (rows.length === 0) return [];
    return [
      '',
      `## ${group}`,
      '',
      '| check | outcome | ms | detail |',
      '| --- | --- | ---: | --- |',
      ...rows.map(({ check, outcome, durationMs, detail }) => `| ${check} | ${outcome} | ${durationMs} | ${detail} |`),
    ];
  });
  return `${[...head, ...sections].join('\n')}\n`;
}
