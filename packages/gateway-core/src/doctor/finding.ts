import type { DoctorFinding } from '@ccu-gateway/contract/types';
import type { DoctorFacts } from '../ports/doctor.js';

/** Judges one area of the facts. */
export type DoctorRule = (facts: DoctorFacts) => readonly DoctorFinding[];

/** A finding with optional facts. */
export type Draft = Omit<DoctorFinding, 'severity' | 'facts'> & { readonly facts?: DoctorFinding['facts'] };

export const ok = (draft: Omit<Draft, 'why' | 'fix'>): DoctorFinding => ({ facts: {}, ...draft, severity: 'ok' });
export const warning = (draft: Draft): DoctorFinding => ({ facts: {}, ...draft, severity: 'warning' });
export const problem = (draft: Draft): DoctorFinding => ({ facts: {}, ...draft, severity: 'problem' });
