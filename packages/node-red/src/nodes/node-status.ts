import type { Connection } from '../connection/connection.js';
import type { ConnectionState } from '../connection/state.js';
import type { Red, RedNode } from '../red/red.js';
import { stateStatus } from '../words/state-words.js';

/** The text below a node: the state of its connection, what it missed, and its last failure. */
export interface NodeStatusLine {
  /** Stays until the node is deployed again: something is missing. */
  note(text: string): void;
  /** Stays until the next message succeeds, or the state of the connection changes. */
  fail(text: string): void;
  succeed(): void;
  close(): void;
}

export function openStatusLine(red: Red, node: RedNode, connection: Connection | undefined): NodeStatusLine {
  let state: ConnectionState | undefined;
  let noted: string | undefined;
  let failure: string | undefined;
  function show(): void {
    if (failure !== undefined) {
      node.status({ fill: 'red', shape: 'dot', text: failure });
      return;
    }
    if (state === undefined) {
      node.status({ fill: 'grey', shape: 'ring', text: red._('ccu-gateway.state.no_connection') });
      return;
    }
    const shown = stateStatus(red._, state);
    node.status(noted === undefined ? shown : { fill: 'yellow', shape: 'ring', text: `${shown.text}; ${noted}` });
  }
  const stop = connection?.observe((next) => {
    state = next;
    failure = undefined;
    show();
  });
  if (stop === undefined) show();
  return {
    note(text) {
      noted = text;
      show();
    },
    fail(text) {
      failure = text;
      show();
    },
    succeed() {
      if (failure === undefined) return;
      failure = undefined;
      show();
    },
    close: () => stop?.(),
  };
}
