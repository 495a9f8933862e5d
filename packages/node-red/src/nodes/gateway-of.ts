import type { Gateway } from '@ccu-gateway/client';
import type { Connection } from '../connection/connection.js';
import type { NodeConfig, Red, RedNode } from '../red/red.js';
import { RefusedMessage } from '../words/failure-words.js';

/** A configuration node of a connection. Without address or token it has no connection. */
export interface ConnectionNode extends RedNode {
  connection?: Connection;
}

/** The connection that a node chose. */
export function connectionOf(red: Red, config: NodeConfig): Connection | undefined {
  const id = typeof config.connection === 'string' ? config.connection : '';
  return (red.nodes.getNode(id) as ConnectionNode | null | undefined)?.connection;
}

/** The gateway of a connection, for a call. A gateway with another contract might understand it otherwise. */
export function gatewayOf(connection: Connection | undefined): Gateway {
  if (!connection) throw new RefusedMessage('no_connection');
  const { state } = connection;
  if (state.is === 'too_old' || state.is === 'too_new') throw new RefusedMessage(state.is, { version: state.version });
  return connection.gateway;
}
