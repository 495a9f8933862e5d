import { connect, createServer } from 'node:net';

/** Described in `gate.d.mts`. Without types, because a thread of its own runs it as it is. */
export async function openGate(target) {
  const ways = new Set();
  let isCut = false;
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (near) => {
    const way = openWay(near, target);
    ways.add(way);
    near.once('close', () => ways.delete(way));
    if (!isCut) way.flow(true);
  });
  await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
  const flow = (on) => {
    isCut = !on;
    for (const way of ways) way.flow(on);
  };
  return {
    port: server.address().port,
    cut: () => flow(false),
    mend: () => flow(true),
    async close() {
      for (const way of ways) way.end();
      await new Promise((settle) => server.close(settle));
    },
  };
}

/** Connected only when it flows for the first time, as a greeting that is lost. */
function openWay(near, target) {
  let far;
  let isConnecting = false;
  let flows = false;
  let ended = false;
  const end = () => {
    near.destroy();
    far?.destroy();
  };
  // That the other side has gone is not heard while the way is cut.
  const close = () => {
    ended = true;
    if (flows) end();
  };
  const hand = (from, to) => {
    from.on('data', (data) => to()?.write(data));
    from.on('error', () => {});
    from.once('close', close);
    from.pause();
  };
  hand(near, () => far);

  async function connectFar() {
    isConnecting = true;
    const port = await target();
    if (ended) return;
    far = connect({ port, host: '127.0.0.1', noDelay: true });
    hand(far, () => near);
    if (flows) resume();
  }
  function resume() {
    near.resume();
    far.resume();
  }
  return {
    flow(on) {
      flows = on;
      if (!on) {
        near.pause();
        far?.pause();
      } else if (ended) end();
      else if (far !== undefined) resume();
      else if (!isConnecting) void connectFar();
    },
    end,
  };
}
