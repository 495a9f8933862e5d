import { createClient } from '@ccu-gateway/client';
import { Connection } from '../connection/connection.js';
import { openPosition, positionFile, removePosition } from '../connection/position.js';
import type { ConnectionState } from '../connection/state.js';
import type { NodeConfig, Red, RedNode } from '../red/red.js';
import { stateWords } from '../words/state-words.js';
import { textOf } from './fields.js';
import type { ConnectionNode } from './gateway-of.js';

/** States that the log of Node-RED contains as a warning. */
const WARNED: readonly ConnectionState['is'][] = ['away', 'denied', 'refused', 'too_old', 'too_new', 'unread'];

/** The configuration node with address and token, shared by all nodes of a gateway. */
export function registerConnection(red: Red): void {
  red.nodes.registerType(
    'ccu-gateway-connection',
    function register(this: RedNode, config: NodeConfig) {
      red.nodes.createNode(this, config);
      open(red, this, config);
    },
    { credentials: { token: { type: 'password' } } },
  );
}

function open(red: Red, node: ConnectionNode, config: NodeConfig): void {
  const url = textOf(config, 'url') ?? '';
  const token = node.credentials?.token?.trim() ?? '';
  if (!/^https?:\/\/[^@]+$/.test(url) || !URL.canParse(url) || token === '') {
    const setting = token === '' ? 'token' : 'url';
    node.warn(stateWords(red._, { is: 'unconfigured', setting }));
    return;
  }
  const path = positionFile(red.settings.userDir ?? '.', node.id);
  const position = openPosition(path, (failure) => connection.noteUnsaved(failure));
  const connection = new Connection({ gateway: createClient({ url, token }), position });
  node.connection = connection;
  logChanges(red, node, connection);

  const hold = () => connection.hold();
  const release = () => connection.release();
  red.events.on('flows:stopping', hold);
  red.events.on('flows:started', release);
  node.on('close', (removed, done) => {
    red.events.removeListener('flows:stopping', hold);
    red.events.removeListener('flows:started', release);
    connection
      .close()
      .then(() => (removed ? removePosition(path) : undefined))
      .then(done, done);
  });
}

/** Each attempt fails the same way, and the log needs the reason once. */
function logChanges(red: Red, node: RedNode, connection: Connection): void {
  let last = '';
  connection.observe((state) => {
    if (!WARNED.includes(state.is)) {
      if (state.is === 'connected') last = '';
      return;
    }
    const text = stateWords(red._, state);
    if (text !== last) node.warn(text);
    last = text;
  });
}
