// Starts Node-RED in this process at a port of the system's choice, which its own program cannot, and prints the port.
const { createServer } = require('node:http');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [folder, userDir] = process.argv.slice(2);
const load = createRequire(join(folder, 'node_modules/node-red/package.json'));
const RED = load('node-red');
const app = load('express')();
const server = createServer(app);

RED.init(server, {
  userDir,
  flowFile: 'flows.json',
  credentialSecret: 'of the test',
  httpAdminRoot: '/',
  httpNodeRoot: '/seen',
  editorTheme: { tours: false, header: { title: 'Node-RED' }, palette: { catalogues: [] } },
  telemetry: { enabled: false, updateNotification: false },
  logging: { console: { level: 'info', metrics: false, audit: false } },
});
app.use('/seen', RED.httpNode);
app.use('/', RED.httpAdmin);

server.listen(0, '127.0.0.1', async () => {
  await RED.start();
  process.stdout.write(`listening ${server.address().port}\n`);
});
process.on('SIGTERM', async () => {
  await RED.stop();
  process.exit(0);
});
