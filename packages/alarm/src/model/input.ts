import type { AlarmMode, Point, PointValue } from './config.js';
import type { AlarmState, ZoneStateName } from './state.js';

/** Originator of a command. Its name is shown in the journal; the name of its PIN is a detail of the entry. */
export interface Actor {
  readonly name: string;
  /** Way of the command: `rest`, `ws`, `mqtt`, `keypad`. */
  readonly source: string;
  /**
   * `code`: a code whose PIN or key was checked. `operator`: an account without a code. `admin`: an account that may
   * disarm a zone without the code that the zone requires.
   */
  readonly authority: { readonly kind: 'code'; readonly code: string } | { readonly kind: 'operator' | 'admin' };
}

interface Timed {
  /** Time of the event, in milliseconds since the Unix epoch. */
  readonly at: number;
}

interface Command extends Timed {
  readonly by: Actor;
  /** A zone, or `master` for all. */
  readonly zone: string;
}

/** Arms a zone. */
export type ArmCommand = Command & {
  readonly kind: 'arm';
  readonly mode: AlarmMode;
  /** Arms in spite of blockers; sensors that cannot watch are bypassed. */
  readonly isForced: boolean;
  readonly skipsDelay: boolean;
  /** Sensors to leave out. */
  readonly bypass: readonly string[];
};

/** An output that was removed before its device confirmed the stop: it may still be on. */
export interface GivenUp {
  readonly zone: string;
  readonly output: string;
  readonly name: string;
}

/** Everything that changes the state. */
export type AlarmInput =
  | (Timed & { readonly kind: 'tick' })
  /** The process has started. Every central is not connected until it is reported. `unreadable`: names of lost PINs. */
  | (Timed & { readonly kind: 'started'; readonly unreadable: readonly string[] })
  /** `isPulse`: the sensor reports activations and no end of them. */
  | (Timed & { readonly kind: 'sensor'; readonly sensor: string; readonly isActive: boolean; readonly isPulse?: true })
  | (Timed & {
      readonly kind: 'health';
      readonly sensor: string;
      readonly isUnreachable?: boolean;
      readonly isLowBattery?: boolean;
      readonly isSabotaged?: boolean;
    })
  | (Timed & { readonly kind: 'central'; readonly central: string; readonly isConnected: boolean })
  /**
   * A bound key was pressed. `pressedAt` identifies the press: a repeated report of it counts once. Undefined: a keypad
   * has just reported its value, which acts only for a binding with that value.
   */
  | (Timed & {
      readonly kind: 'press';
      readonly point: Point;
      readonly value?: PointValue;
      readonly pressedAt?: number;
    })
  /** A device has reported an output. */
  | (Timed & { readonly kind: 'output'; readonly output: string; readonly isOn: boolean })
  /** The device of an output is no longer there, or is there again. */
  | (Timed & { readonly kind: 'output_missing'; readonly output: string; readonly isMissing: boolean })
  /** A system variable was compared with what it was given. */
  | (Timed & { readonly kind: 'mirrored'; readonly output: string; readonly isRight: boolean })
  | (Timed & {
      readonly kind: 'test_output';
      readonly output: string;
      readonly opticalOnly: boolean;
      readonly by: Actor;
    })
  /** A PIN that an account has entered is about to be checked. The try is a failure until `code_accepted` follows. */
  | (Timed & { readonly kind: 'code_try'; readonly account: string })
  | (Timed & { readonly kind: 'code_accepted'; readonly account: string })
  | (Timed & { readonly kind: 'code_refused'; readonly by: string; readonly source: string; readonly zone?: string })
  /** The configuration was replaced: state of zones, sensors and outputs that are gone is dropped. */
  | (Timed & {
      readonly kind: 'configured';
      readonly by: string;
      readonly source: string;
      readonly subject: string;
      /** Outputs whose stop is written no more. */
      readonly givenUp: readonly GivenUp[];
      /** Ids of codes with another PIN. */
      readonly renewed: readonly string[];
    })
  /**
   * The time of a schedule has come. `occurrence` names it, as `2026-11-29 22:00`: a repeated one changes nothing.
   * `isMissed`: too much time has passed since to make up for it.
   */
  | (Timed & {
      readonly kind: 'scheduled';
      readonly zone: string;
      readonly mode: AlarmMode;
      readonly arms: boolean;
      readonly occurrence: string;
      readonly isMissed: boolean;
    })
  | ArmCommand
  | (Command & { readonly kind: 'disarm' })
  | (Command & { readonly kind: 'silence' })
  | (Command & { readonly kind: 'acknowledge' })
  | (Command & { readonly kind: 'walk_test_start' })
  | (Command & { readonly kind: 'walk_test_stop' });

/** Subject of an entry of the journal. */
export type JournalClass = 'arm' | 'disarm' | 'trigger' | 'silence' | 'bypass' | 'fault' | 'test' | 'config';

/** One event of the alarm system, before it has a position in the journal. */
export interface JournalEntry {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly class: JournalClass;
  /** Stable word within the class. */
  readonly event: string;
  /** Undefined for an entry of no zone. */
  readonly zone?: string;
  readonly actor?: string;
  readonly source?: string;
  readonly incident?: number;
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** Work for the shell, which stores the new state first. */
export type Effect =
  | { readonly kind: 'journal'; readonly entry: JournalEntry }
  /** Switch an output. `durationMs` belongs to `isOn`: the device stops by itself after it. */
  | {
      readonly kind: 'output';
      readonly output: string;
      readonly isOn: boolean;
      readonly durationMs: number;
      readonly opticalOnly: boolean;
    }
  | {
      readonly kind: 'notify';
      readonly zone: string;
      readonly reason: 'alarm' | 'duress' | 'tamper' | 'test';
      readonly output?: string;
      readonly incident?: number;
    }
  /** Give a system variable the state of its zone, or `isOn` where it is true or false. */
  | { readonly kind: 'mirror'; readonly output: string; readonly state: ZoneStateName; readonly isOn: boolean }
  | { readonly kind: 'chime'; readonly zone: string; readonly sensor: string }
  /** A schedule or a key expected the zone in this mode, and it is not. */
  | { readonly kind: 'remind'; readonly zone: string; readonly mode: AlarmMode };

/** Reason why a sensor or a central keeps a zone from being armed. */
export type BlockReason = 'open' | 'unknown' | 'unreachable' | 'low_battery' | 'sabotage' | 'central_lost';

/** A sensor or a central that keeps a zone from being armed. */
export interface Blocker {
  readonly zone: string;
  readonly reason: BlockReason;
  readonly sensor?: string;
  readonly central?: string;
}

/** Reason why a command changed nothing. */
export type Refusal =
  | { readonly code: 'not_found'; readonly field: 'zone' | 'sensor' | 'output' }
  | { readonly code: 'blocked'; readonly blockers: readonly Blocker[] }
  | { readonly code: 'invalid'; readonly field: 'mode' | 'bypass'; readonly reason: string }
  | { readonly code: 'invalid_code' }
  | { readonly code: 'locked'; readonly retryAfterMs: number }
  | {
      readonly code: 'conflict';
      readonly reason:
        | 'armed'
        | 'already_armed'
        | 'triggered'
        | 'nothing_to_watch'
        | 'walk_test'
        | 'not_testable'
        | 'output_on';
    };

/** Result of one step. A step with a refusal passes the time and changes nothing else. */
export interface Step {
  readonly state: AlarmState;
  readonly effects: readonly Effect[];
  readonly refusal?: Refusal;
}
