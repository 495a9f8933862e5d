// Logs in over and over on many connections, and measures meanwhile in a process of its own how long a request on an open
// connection and one on a fresh connection take. The roles are one file: `flood` sends, `probe` measures, `bare` is a
// server of Node that answers each request and does nothing else.
import { Agent, createServer, request } from 'node:http';

const send = (port, { method, path, body, agent }) =>
  new Promise((resolve) => {
    const began = performance.now();
    const headers = { 'content-length': Buffer.byteLength(body), 'content-type': 'application/json' };
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ ms: performance.now() - began, status: answer.statusCode }));
    });
    outgoing.once('error', () => resolve({ ms: performance.now() - began, status: 0 }));
    outgoing.end(body);
  });

const roles = {
  async flood({ port, connections, ms }) {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const body = JSON.stringify({ username: 'root', password: 'not-the-password' });
    const until = performance.now() + ms;
    let sent = 0;
    const attack = async () => {
      while (performance.now() < until) {
        await send(port, { method: 'POST', path: '/login', body, agent });
        sent += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, attack));
    agent.destroy();
    return { sent };
  },
  async probe({ port, ms }) {
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    const times = { kept: [], fresh: [] };
    const until = performance.now() + ms;
    let wrong = 0;
    while (performance.now() < until) {
      for (const [name, agent] of [
        ['kept', kept],
        ['fresh', new Agent({ keepAlive: false })],
      ]) {
        const { ms: took, status } = await send(port, { method: 'GET', path: '/public', body: '', agent });
        times[name].push(took);
        if (status !== 200) wrong += 1;
      }
    }
    kept.destroy();
    return { ...times, wrong };
  },
  bare: () =>
    new Promise((resolve) => {
      const server = createServer((incoming, answer) => {
        incoming.resume();
        incoming.once('end', () => {
          answer.setHeader('Content-Length', '2');
          answer.end('ok');
        });
      });
      server.listen(0, '127.0.0.1', () => resolve({ port: server.address().port }));
    }),
};

process.on('message', async ({ role, ...input }) => process.send(await roles[role](input)));
