// The peer: a Hono app with one route for each text it receives, and one that takes a JSON body and answers 202.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

process.once('message', (bodies) => {
  const app = new Hono();
  for (const [name, text] of Object.entries(bodies)) {
    app.get(`/${name}`, (context) => context.body(text, 200, { 'content-type': 'application/json' }));
  }
  app.put('/value', async (context) => {
    await context.req.json();
    return context.body(null, 202);
  });
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send({ port }));
});
process.on('disconnect', () => process.exit(0));
