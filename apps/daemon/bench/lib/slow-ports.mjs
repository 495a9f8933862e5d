// Ports in front of those of a simulated CCU. Behind each of them one interface process works on one call at a time.
import { Agent, createServer, request } from 'node:http';

/** Opens a port for each interface; every call takes `answerMs` there, after those before it. Answers all ports. */
export async function openSlowPorts(simulator, answerMs) {
  const slow = {};
  // CUxD speaks no HTTP.
  for (const name of simulator.interfaces.filter((each) => each !== 'CUxD')) {
    slow[name] = await openSlowPort(simulator.ports[name], answerMs);
  }
  return { ...simulator.ports, ...slow };
}

function openSlowPort(port, answerMs) {
  const agent = new Agent({ keepAlive: true });
  let last = Promise.resolve();
  const server = createServer((incoming, answer) => {
    const turn = last.then(() => new Promise((settle) => setTimeout(settle, answerMs)));
    last = turn;
    const { method, url: path, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent }, (said) => {
      void turn.then(() => {
        answer.writeHead(said.statusCode, said.headers);
        said.pipe(answer);
      });
    });
    outgoing.once('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  server.keepAliveTimeout = 620_000;
  return new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(server.address().port)));
}
