/** The streams of a process that a command writes to. */
interface WritingProcess {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** The reader of a pipe left (`… | head`): that is an end, not a failure. */
const READER_LEFT: readonly unknown[] = ['EPIPE', 'ERR_STREAM_DESTROYED'];

/** True for an error of an output stream that means lost output. */
export const isLoss = ({ code }: NodeJS.ErrnoException): boolean => !READER_LEFT.includes(code);

/**
 * Runs a command and resolves with its exit code, or 1 in place of 0 when some of its output could not be written. A
 * gateway continues meanwhile, and has that exit code at its end.
 */
export async function withWrittenOutput(
  body: () => Promise<number>,
  { stdout, stderr }: WritingProcess,
): Promise<number> {
  let lost: string | undefined;
  const onError = (error: NodeJS.ErrnoException) => {
    if (isLoss(error)) lost ??= error.code ?? error.message;
  };
  for (const stream of [stdout, stderr]) stream.on('error', onError);
  const code = await body();
  await Promise.all([stdout, stderr].map((stream) => written(stream, onError)));
  if (lost === undefined) return code;
  stderr.write(`error: the output cannot be written (${lost})\n`);
  return code === 0 ? 1 : code;
}

/** Resolves when everything before was written or failed. A file reports its failure here before its error event. */
function written(stream: NodeJS.WritableStream, onError: (error: Error) => void): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', (error) => {
      if (error) onError(error);
      setImmediate(resolve);
    });
  });
}
