import type { FleetHealth } from './health.js';

/** Announcement of a process about itself. */
export interface MemberInfo {
  /** Of this run of the process, such as the `id` of its keeper. */
  readonly id: string;
  /** Its configured name. */
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  /** Processes of one fleet speak one protocol. */
  readonly protocol: number;
  /** When it started, by its own clock: for display only. */
  readonly since: string;
  readonly urls: readonly string[];
}

/** A process that is there, or was less than a TTL ago. */
export interface Member extends MemberInfo {
  /** Keys of the leases that it held when it announced itself last. */
  readonly leases: readonly string[];
}

/** Which processes of a fleet are there. Nothing is decided by it. */
export interface Presence {
  readonly health: FleetHealth;
  onHealth(listener: (health: FleetHealth) => void): () => void;
  /** All that are there, this one too, by name and id. Rejects when the broker does not answer in time. */
  members(): Promise<readonly Member[]>;
  /** All that were there at the last announcement of this one; empty before the first. */
  readonly seen: readonly Member[];
  /** Those of them that speak another protocol than this one. */
  readonly strangers: readonly Member[];
  /** Announces anew, because something has changed. */
  announce(): void;
  /** Takes the announcement back. */
  close(): Promise<void>;
}
