/** The part of a `ws` WebSocket that is used. It must have been made with `autoPong: false`. */
export interface PingedSocket {
  on(event: 'ping', listener: (data: Uint8Array) => void): unknown;
  pong(data: Uint8Array, mask: boolean, onSent: () => void): void;
}

/**
 * Answers RFC 6455 pings, one at a time: those that come during an answer get one together, with the payload of the
 * newest. A client that pings without reading would otherwise fill the memory with answers.
 *
 * @example
 * answerPings(webSocket, () => connection.touch());
 */
export function answerPings(socket: PingedSocket, onPing: () => void): void {
  let sending = false;
  let next: Uint8Array | undefined;

  function answer(data: Uint8Array): void {
    sending = true;
    socket.pong(data, false, () => {
      sending = false;
      const waiting = next;
      next = undefined;
      if (waiting) answer(waiting);
    });
  }

  socket.on('ping', (data) => {
    onPing();
    if (sending) next = data;
    else answer(data);
  });
}
