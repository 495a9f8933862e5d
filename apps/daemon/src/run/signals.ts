/** Part of the process that this module needs. */
export type Signalled = Pick<NodeJS.Process, 'on' | 'exit'>;

/**
 * Resolves with the reason when the process must end. A second signal while stopping ends it at once. `onHangup` is the
 * reaction of a service to SIGHUP; without it the terminal is gone, and the process ends.
 */
export function untilStopped(process: Signalled, onHangup?: () => void): Promise<string> {
  return new Promise((settle) => {
    let asked = false;
    const stop = (reason: string) => {
      if (asked) process.exit(130);
      asked = true;
      settle(reason);
    };
    process.on('SIGINT', () => stop('SIGINT'));
    process.on('SIGTERM', () => stop('SIGTERM'));
    process.on('SIGHUP', () => (onHangup === undefined ? stop('SIGHUP') : onHangup()));
    // Only when started by a script that keeps a channel open: the script has ended, for any reason.
    process.on('disconnect', () => stop('parent gone'));
  });
}
