// The peer: an HTTP server that sends one ready text to every socket of `ws`, once for each line of a POST.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const sockets = new Set();
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    for (const line of body.split('\n')) {
      const frame = Buffer.from(line);
      for (const socket of sockets) socket.send(frame, { binary: false });
    }
    response.end();
  });
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
process.on('disconnect', () => process.exit(0));
