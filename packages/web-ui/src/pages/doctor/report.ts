import type { CallAnswer } from '@ccu-gateway/client';

export type DoctorReport = CallAnswer<'runDoctor'>;
export type DoctorFinding = DoctorReport['findings'][number];
export type Hop = DoctorFinding['area'];

/** Findings at one hop between the configuration and an event. */
export interface HopFindings {
  readonly hop: Hop;
  /** Problems first. */
  readonly wrong: readonly DoctorFinding[];
  readonly fine: readonly DoctorFinding[];
}

/** The hops in the order of the way, as the report has them. */
export function byHop(findings: readonly DoctorFinding[]): readonly HopFindings[] {
  return [...new Set(findings.map(({ area }) => area))].map((hop) => {
    const here = findings.filter(({ area }) => area === hop);
    const of = (wanted: DoctorFinding['severity']) => here.filter(({ severity }) => severity === wanted);
    return { hop, wrong: [...of('problem'), ...of('warning')], fine: of('ok') };
  });
}

/** Anchor of the help about a finding; `docs` is the section that the finding names. */
export const anchorIn = (docs: string): string => docs.slice(docs.indexOf('#') + 1);

/** The report as text, for a mail or an issue. */
export function asText({ version, examined_at: at, problems, warnings, findings }: DoctorReport): string {
  const lines = findings.map(({ severity, id, central, interface: name, gateway, what, fix }) => {
    const where = [central, name, gateway && `seen from ${gateway}`].filter(Boolean).join(' ');
    const help = [fix?.text, fix?.setting, fix?.command].filter(Boolean).join(' | ');
    return [severity, id, where, what, help].join('\t');
  });
  return [`ccu-gateway ${version}, ${at}: ${problems} problems, ${warnings} warnings`, ...lines, ''].join('\n');
}
