/** Address that a started gateway (`child`, stdout as a pipe) writes to its log. Rejects when the process ends before it. */
export function urlOf(child) {
  return new Promise((settle, fail) => {
    let text = '';
    child.stdout.on('data', function look(data) {
      text += data;
      const match = text.match(/"url":"(http:[^"]+)"/);
      if (match === null) return;
      child.stdout.off('data', look);
      child.stdout.resume();
      settle(match[1]);
    });
    child.once('exit', (code) => fail(new Error(`the gateway ended with ${code}: ${text}`)));
  });
}
