// A thread that keeps gates, so that what goes through them does not wait for all else that a run does. It answers each message under its id,
// and asks `target` for the port with each connection.
import { parentPort } from 'node:worker_threads';
import { openGate } from '../../../../packages/fleet/test/gate.mjs';

const gates = new Map();
const asked = new Map();
let questions = 0;

const ask = (gate) =>
  new Promise((settle) => {
    questions += 1;
    asked.set(questions, settle);
    parentPort.postMessage({ what: 'target', id: questions, gate });
  });

async function answer({ what, gate: name }) {
  if (what === 'open') {
    const gate = await openGate(() => ask(name));
    gates.set(name, gate);
    return gate.port;
  }
  await gates.get(name)[what]();
  return undefined;
}

parentPort.on('message', async (message) => {
  if (message.what === 'target') {
    asked.get(message.id)(message.port);
    asked.delete(message.id);
  } else {
    parentPort.postMessage({ what: 'done', id: message.id, port: await answer(message) });
  }
});
