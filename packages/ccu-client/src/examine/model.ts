import type { Ccu, ConnectOptions } from '../central/ccu-model.js';
import type { CcuErrorCode } from '../model/errors.js';
import type { ScriptPortState, SessionState, SystemInfo } from '../model/hub-model.js';
import type { InterfaceName } from '../model/model.js';
import type { LoopTestResult, RadioModule } from '../model/operations-model.js';

/** Outcome of one request: `ok`, or the code of its error. */
export type Answered = 'ok' | CcuErrorCode;

/** Certificate of a port, trusted or not. */
export interface SeenCertificate {
  /** SHA-256 in hex without colons. */
  readonly fingerprint: string;
  /** Milliseconds since the Unix epoch at which it ends. */
  readonly validTo: number;
}

/** The direction CCU → here, proved or not. */
export interface LoopExamination extends LoopTestResult {
  /**
   * Only where the loop of the connection is broken: true when it works over another registration of this examination.
   * Then the CCU has forgotten the first one.
   */
  readonly worksAnew?: boolean;
  /** The CCU delivers its events more than once. */
  readonly repeats?: boolean;
  /** The interface has no ping, so that its way back shows with its first event only. */
  readonly untestable?: boolean;
}

/** Names from the logic layer. */
export interface NamesExamination {
  /** Outcome of reading names and rooms. */
  readonly outcome: Answered;
  /** Addresses of the devices that have a name. */
  readonly devices: readonly string[];
  /** Addresses of the devices that wait to be accepted; absent where the CCU does not tell. */
  readonly inbox?: readonly string[];
  readonly rooms: number;
}

/** Result for one interface. */
export interface InterfaceExamination {
  readonly name: InterfaceName;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly outcome: Answered;
  /** How long the first answer took. */
  readonly answerMs?: number;
  /**
   * Only after a failed connection: the port of the other kind (TLS instead of plain, or plain instead of TLS), with
   * its state.
   */
  readonly otherPort?: { readonly port: number; readonly tls: boolean; readonly open: boolean };
  /** True when the CCU lists it among its interfaces; absent without a list. */
  readonly listed?: boolean;
  /** Methods that it has and that it refused when they were called. */
  readonly refusedCalls: readonly string[];
  readonly modules: readonly RadioModule[];
  /** Addresses of devices that it reports as unreachable. */
  readonly unreachable: readonly string[];
  /**
   * Callback address of the CCU, without its secret part; absent where no callbacks are opened, or no route leads
   * there.
   */
  readonly announced?: { readonly url: string; readonly from: 'configured' | 'bound' | 'detected' };
  /** Why nothing could be announced. */
  readonly announceError?: string;
  /** Absent where it was not tried, because it does not answer. */
  readonly loop?: LoopExamination;
  /** Events that came while it was examined. */
  readonly events: number;
}

/** Result of one examination of a CCU, hop by hop. It holds no password and no text that the CCU wrote itself. */
export interface CcuExamination {
  readonly host: string;
  /** How long an answer was waited for. */
  readonly patienceMs: number;
  /** Addresses of the host; empty where the name is not known. */
  readonly addresses: readonly string[];
  /** The address here from which the way to the CCU begins; absent where no way leads there. */
  readonly localAddress?: string;
  readonly web: Answered;
  readonly webMs?: number;
  /** Clock of the CCU minus the one here, in milliseconds; absent where the CCU does not tell. */
  readonly clockSkewMs?: number;
  /** Absent where plain connections are configured, or the port shows none. */
  readonly certificate?: SeenCertificate;
  readonly session: SessionState;
  /** The session that was opened had ended before it was closed. */
  readonly sessionLost: boolean;
  /** True when the account has the rights of an administrator; absent where that is unknown. */
  readonly isAdministrator?: boolean;
  /** Outcome of a reading script. */
  readonly scripts: Answered;
  readonly scriptPort: ScriptPortState;
  /** Absent where no session opened. */
  readonly names?: NamesExamination;
  readonly info?: SystemInfo;
  readonly interfaces: readonly InterfaceExamination[];
}

/** Options of `examineCcu`; all but the last ones as in `connectCcu`. */
export interface ExamineOptions extends Omit<ConnectOptions, 'name' | 'instance' | 'callbacks'> {
  /** Where the CCU may call. Absent: no loop is tested. */
  readonly callbacks?: ConnectOptions['callbacks'];
  /**
   * A connection to the same CCU that is there: its own loop is tested, and the CCU gets another registration only where that is
   * broken.
   */
  readonly connection?: Pick<Ccu, 'loopTest' | 'on'>;
  /**
   * Opens callbacks on ports of their own, for an interface with one address for all registrations (BIN-RPC): another
   * one there would replace that of the connection. It is closed afterwards.
   */
  readonly openSpareCallbacks?: () => Promise<ConnectOptions['callbacks']>;
  /** An answer that takes longer is none. Default 5 s; HmIP has twice as long for its way back. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
  /** Called before each hop. */
  readonly onStep?: (step: string) => void;
}
