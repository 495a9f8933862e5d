// The peer: bare node:http with one ready text for each path, and one path that takes a JSON body and answers 202.
import { createServer } from 'node:http';

process.once('message', (bodies) => {
  process.on('message', () => process.send({ cpu: process.cpuUsage() }));
  const texts = new Map(Object.entries(bodies).map(([name, text]) => [`/${name}`, Buffer.from(text)]));
  const server = createServer((request, response) => {
    if (request.method === 'PUT') {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        JSON.parse(text);
        response.writeHead(202, { 'content-length': 0 }).end();
      });
      return;
    }
    const body = texts.get(request.url);
    if (body === undefined) response.writeHead(404, { 'content-length': 0 }).end();
    else response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
process.on('disconnect', () => process.exit(0));
