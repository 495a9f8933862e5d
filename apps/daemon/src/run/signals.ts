/** Resolves with the reason when the process is asked to end. A second signal while stopping ends it at once. */
export function untilStopped(process: NodeJS.Process): Promise<string> {
  return new Promise((settle) => {
    let asked = false;
    const stop = (reason: string) => {
      if (asked) process.exit(130);
      asked = true;
      settle(reason);
    };
    process.on('SIGINT', () => stop('SIGINT'));
    process.on('SIGTERM', () => stop('SIGTERM'));
    process.on('SIGHUP', () => stop('SIGHUP'));
    // Only when started by a script that keeps a channel open: it is gone, whatever happened to it.
    process.on('disconnect', () => stop('parent gone'));
  });
}
