import type { StreamLoss } from '@ccu-gateway/client';
import type { Connection } from '../connection/connection.js';
import type { NodeConfig, Red, RedNode } from '../red/red.js';
import { lossWords } from '../words/state-words.js';
import { connectionOf } from './gateway-of.js';
import { type NodeStatusLine, openStatusLine } from './node-status.js';

/** A node at work. */
export interface NodeAtWork {
  readonly red: Red;
  readonly node: RedNode;
  readonly config: NodeConfig;
  /** Undefined where the node chose none, or one without address or token. */
  readonly connection: Connection | undefined;
  readonly line: NodeStatusLine;
}

/** Registers a type of node that works with a connection and shows its state. */
export function registerNode(red: Red, type: string, start: (work: NodeAtWork) => void): void {
  red.nodes.registerType(type, function register(this: RedNode, config: NodeConfig) {
    red.nodes.createNode(this, config);
    const connection = connectionOf(red, config);
    const line = openStatusLine(red, this, connection);
    start({ red, node: this, config, connection, line });
    this.on('close', (_removed, done) => {
      line.close();
      done();
    });
  });
}

/** Calls the listeners of a node for events and losses until it is closed. */
export function subscribe({ node, connection }: NodeAtWork, subscriber: Parameters<Connection['subscribe']>[0]): void {
  const stop = connection?.subscribe(subscriber);
  node.on('close', (_removed, done) => {
    stop?.();
    done();
  });
}

/** Message for missing events: of the second output, or of the only one of a status node. */
export type LostMessage = {
  readonly topic: 'lost';
  /** A sentence with the reason. */
  readonly payload: string;
  readonly lost: StreamLoss;
};

/** The message for a loss; the status below the node has its sentence until the next deployment. */
export function lostMessage({ red, line }: NodeAtWork, lost: StreamLoss): LostMessage {
  const payload = lossWords(red._, lost);
  line.note(payload);
  return { topic: 'lost', payload, lost };
}
