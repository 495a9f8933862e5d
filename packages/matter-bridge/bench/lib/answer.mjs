/** Lets the parent of this process call `commands` by name, one after the other. */
export function answerParent(commands) {
  let last = Promise.resolve();
  process.on('message', ({ id, command, args }) => {
    last = last
      .then(() => commands[command](args))
      .then(
        (answer) => process.send({ id, answer }),
        (error) => process.send({ id, failure: String(error?.stack ?? error) }),
      );
  });
}

/** Milliseconds of a clock that all processes of this machine share. */
export const sharedNow = () => Number(process.hrtime.bigint()) / 1e6;
