// A small gateway of your own: a lamp behind three roles. `POST /tokens` makes tokens for programs.
import { pathToFileURL } from 'node:url';
import { actorOf, createAuth, createMemoryStores, defaultStatuses, describeNodeRequest } from '@ccu-gateway/auth-core';
import express from 'express';

/** Makes access control with one administrator. Tokens live as long as the process: put stores of your own here. */
export async function openAuth({ admin, password }) {
  const auth = createAuth({ roleChecks: 'enforced', stores: createMemoryStores(), configUsers: { [admin]: password } });
  await auth.start();
  return auth;
}

/** Middleware: a route lets callers with this role pass, and answers all others. */
const requires = (auth, need) => async (request, response, next) => {
  const { method, originalUrl: url, rawHeaders, socket } = request;
  const verdict = await auth.check(describeNodeRequest({ method, url, rawHeaders, socket }), need);
  for (const [name, value] of auth.staticHeaders(verdict.ok ? verdict.facts : null)) response.setHeader(name, value);
  if (!verdict.ok) return refuse(response, verdict.problem);
  response.locals.by = verdict.principal && actorOf(verdict.principal, verdict.facts);
  next();
};

function refuse(response, { code, reason, detail, headers }) {
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.status(defaultStatuses[code]).json({ code, reason, detail });
}

export function createApp(auth) {
  const lamp = { on: false };
  const app = express();
  app.disable('x-powered-by');
  const json = express.json({ limit: '64kb' });
  app.get('/lamp', requires(auth, 'viewer'), (_request, response) => response.json(lamp));
  app.put('/lamp', requires(auth, 'operator'), json, ({ body }, response) => {
    if (typeof body?.on !== 'boolean') return response.status(422).json({ field: 'on', allowed: 'true or false' });
    lamp.on = body.on;
    response.json(lamp);
  });
  app.post('/tokens', requires(auth, 'admin'), json, async ({ body }, response) => {
    const made = await auth.tokens.createFromBody(body, response.locals.by);
    if (!made.ok) return refuse(response, made.problem);
    response.status(201).json({ token: made.value.token, role: made.value.role });
  });
  app.delete('/tokens/:fingerprint', requires(auth, 'admin'), async ({ params }, response) => {
    const ended = await auth.tokens.revoke(params.fingerprint, response.locals.by);
    return ended.ok ? response.status(204).end() : refuse(response, ended.problem);
  });
  return app;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ADMIN = 'admin', ADMIN_PASSWORD: password, PORT = '8300' } = process.env;
  if (password === undefined) throw new Error('Set ADMIN_PASSWORD');
  const server = createApp(await openAuth({ admin: ADMIN, password })).listen(Number(PORT), '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${server.address().port}`);
  });
}
