import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut as a network is: what is sent then arrives when it is mended, if anybody still waits for it. */
export interface Gate {
  readonly port: number;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** `target` is asked for the port with each connection. */
export async function openGate(target: () => number): Promise<Gate> {
  const ways = new Set<Way>();
  let isCut = false;
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (near) => {
    const way = openWay(near, target);
    ways.add(way);
    near.once('close', () => ways.delete(way));
    if (!isCut) way.flow(true);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const flow = (on: boolean) => {
    isCut = !on;
    for (const way of ways) way.flow(on);
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => flow(false),
    mend: () => flow(true),
    async close() {
      for (const way of ways) way.end();
      await new Promise((settle) => server.close(settle));
    },
  };
}

interface Way {
  flow(on: boolean): void;
  end(): void;
}

/** Connected only when it flows for the first time, as a greeting that is lost. */
function openWay(near: Socket, target: () => number): Way {
  let far: Socket | undefined;
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
  const hand = (from: Socket, to: () => Socket | undefined) => {
    from.on('data', (data) => to()?.write(data));
    from.on('error', () => {});
    from.once('close', close);
    if (!flows) from.pause();
  };
  hand(near, () => far);
  return {
    flow(on) {
      flows = on;
      if (!on) {
        near.pause();
        far?.pause();
        return;
      }
      if (ended) {
        end();
        return;
      }
      if (far === undefined) {
        far = connect({ port: target(), host: '127.0.0.1', noDelay: true });
        hand(far, () => near);
      }
      near.resume();
      far.resume();
    },
    end,
  };
}
