import type { DoctorFinding } from '@ccu-gateway/contract/types';
import type { DoctorFacts } from '../ports/doctor.js';

/** Judges one area of the facts. */
export type DoctorRule = (facts: DoctorFacts) => readonly DoctorFinding[];

/** A finding with optional facts. */
export type Draft = Omit<DoctorFinding, 'severity' | 'facts' | 'docs'> & { readonly facts?: DoctorFinding['facts'] };

/** Second words of these findings come from elsewhere, so that all of one kind share a section. */
const SHARED: ReadonlySet<string> = new Set(['mqtt', 'webhook', 'matter', 'health']);

/** Section of `docs` about a finding. */
export function docsOf(id: string): string {
  const [word = ''] = id.split('.', 1);
  return `docs/troubleshooting.md#${SHARED.has(word) ? word : id.replaceAll(/[._]/g, '-')}`;
}

export const ok = (draft: Omit<Draft, 'why' | 'fix'>): DoctorFinding => ({ facts: {}, ...draft, severity: 'ok' });
export const warning = (draft: Draft): DoctorFinding => wrong(draft, 'warning');
export const problem = (draft: Draft): DoctorFinding => wrong(draft, 'problem');

const wrong = (draft: Draft, severity: 'warning' | 'problem'): DoctorFinding => ({
  facts: {},
  ...draft,
  severity,
  docs: docsOf(draft.id),
});
