// Sends one request over and over on pipelined connections for a while and counts the answers. A child process, so that
// the server has a core of its own; raw sockets, so that the client is not the slower of the two.
import { connect } from 'node:net';

const connections = 16;
const depth = 8;

process.on('message', async ({ port, request, ms }) => {
  const bytes = Buffer.from(request, 'latin1');
  let answers = 0;
  let wrong = 0;
  let running = true;
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        for (let index = 0; index < depth; index += 1) socket.write(bytes);
      });
      socket.setNoDelay(true);
      let tail = '';
      socket.on('data', (chunk) => {
        const text = tail + chunk.toString('latin1');
        const parts = text.split('\r\n\r\nok');
        tail = parts.pop();
        for (const part of parts) if (!part.includes('HTTP/1.1 200')) wrong += 1;
        if (tail.includes('HTTP/1.1 4') || tail.includes('HTTP/1.1 5')) wrong += 1;
        answers += parts.length;
        if (running) for (let index = 0; index < parts.length; index += 1) socket.write(bytes);
        else socket.destroy();
      });
      socket.on('close', resolve);
      socket.on('error', reject);
    });
  const began = performance.now();
  setTimeout(() => {
    running = false;
  }, ms);
  await Promise.all(Array.from({ length: connections }, one));
  process.send({ perSecond: (answers * 1000) / (performance.now() - began), wrong });
});
