import type { InstallationProblem } from '@ccu-gateway/contract/types';

/** A problem with its beginning and its end, in milliseconds since the Unix epoch. */
export interface ProblemTime {
  /** Ascending. */
  readonly id: number;
  /** As it was at its beginning, without its consequences. */
  readonly problem: InstallationProblem;
  readonly beganAt: number;
  /** Undefined while it lasts. */
  readonly endedAt?: number;
}

/** Selection of problems that lasted in a time. Times are milliseconds since the Unix epoch. */
export interface ProblemTimeQuery {
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly central?: string | undefined;
  readonly device?: string | undefined;
  readonly limit: number;
}

/** Beginnings and ends to store together. */
export interface ProblemTimeChange {
  readonly began: readonly Pick<ProblemTime, 'problem' | 'beganAt'>[];
  readonly ended: readonly Required<Pick<ProblemTime, 'id' | 'endedAt'>>[];
}

/** Storage of the times of problems. Every call rejects where nothing of it was done. */
export interface ProblemTimes {
  /** Those that have not ended. */
  open(): Promise<readonly ProblemTime[]>;
  /** All or nothing. The newest 10 000 stay, for 400 days after their end. */
  save(change: ProblemTimeChange): Promise<void>;
  /** The last begun first. */
  query(query: ProblemTimeQuery): Promise<readonly ProblemTime[]>;
}
