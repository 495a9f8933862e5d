/** Exit codes; scripts rely on them. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  auth: 4,
  unreachable: 5,
  conflict: 6,
  problems: 7,
  partial: 8,
  tryLater: 75,
  interrupted: 130,
} as const;

/** Meaning of each exit code, for the help, the manual page and the README. */
export const EXIT_MEANINGS: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [EXIT.ok, 'done'],
  [EXIT.failed, 'failed; for `devices set --wait`: the CCU did not confirm'],
  [EXIT.usage, 'wrong usage or value; a command line that names two installations'],
  [EXIT.notFound, 'not found, a database too'],
  [EXIT.auth, 'token missing, refused, or its role too low'],
  [EXIT.unreachable, 'the gateway cannot be reached, or the outcome of a change is unknown'],
  [EXIT.conflict, 'conflict: exists already, the last administrator, setup still closed, gateway running'],
  [
    EXIT.problems,
    'something is wrong (`status` of one or several gateways, `doctor`, `config check`, `devices test`, `interfaces test`, `central add`, `central test`)',
  ],
  [EXIT.partial, 'done in part: a CCU was not read yet, or refused some of several keys'],
  [EXIT.tryLater, 'try again later'],
  [EXIT.interrupted, 'Ctrl-C'],
];

/** One of the exit codes in `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Remedy where a change may have been made and no answer confirms it. */
export const LOOK_FIRST = 'look whether it was made before you repeat it';

/** Error with a message for people and a stable code for programs. `fix` is the command or step that helps. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitCode;
  readonly code: string;
  readonly fix: string | undefined;
  readonly requestId: string | undefined;

  constructor(
    exit: ExitCode,
    code: string,
    message: string,
    more: { readonly fix?: string; readonly requestId?: string } = {},
  ) {
    super(message);
    this.exit = exit;
    this.code = code;
    this.fix = more.fix;
    this.requestId = more.requestId;
  }
}

/** Remedy where no better one is known. */
export const GENERAL_HELP = 'ccu-gateway --help';

export function usageError(message: string, fix = GENERAL_HELP): CliError {
  return new CliError(EXIT.usage, 'usage', message, { fix });
}

/** The exit code that fits the HTTP status of a problem document. */
export function exitOfStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.auth;
  if (status === 404 || status === 410) return EXIT.notFound;
  if (status === 409 || status === 423) return EXIT.conflict;
  if (status === 429 || status === 503) return EXIT.tryLater;
  return status === 400 || status === 413 || status === 422 ? EXIT.usage : EXIT.failed;
}

/** The answer is not from a gateway. */
export function unexpectedAnswer(url?: string): CliError {
  const where = url === undefined ? '' : ` at ${new URL(url).origin}`;
  return new CliError(EXIT.failed, 'unexpected_answer', `the answer${where} is not one of a gateway`, {
    fix: 'check the URL',
  });
}
