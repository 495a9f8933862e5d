// Publishes until it is killed. Arguments: modules of event-stream and storage, data directory, file for published
// events, milliseconds for which the log gathers.
import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';

const [streamModule, storageModule, dataDir, truthFile, gatherMs] = process.argv.slice(2);
const { createServerSentEventsSink, openEventStream } = await import(streamModule);
const { openEventStore, openStorage } = await import(storageModule);

const storage = await openStorage({ dataDir });
const events = await openEventStore({ dataDir, numbers: storage.numbers });
const stream = await openEventStream({ log: events.log, ...(gatherMs && { gatherMs: Number(gatherMs) }) });
const truth = openSync(truthFile, 'a');

let stopping = false;
const server = createServer((socket) => {
  if (stopping) return socket.destroy();
  const sink = createServerSentEventsSink({
    write: (bytes) => socket.write(bytes) || socket.writableLength === 0,
    end: () => socket.end(),
  });
  const connection = stream.openConnection({ principal: 'survivor', transport: 'one-way', sink });
  socket.on('drain', () => connection.drained());
  socket.on('close', () => connection.closed());
  socket.on('error', () => {});
  socket.once('data', (bytes) => connection.subscribe({ topics: ['*'], ...JSON.parse(bytes.toString()) }));
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

process.on('message', async () => {
  stopping = true;
  await stream.close();
  events.close();
  storage.close();
  process.exit(0);
});

function publish() {
  if (stopping) return;
  const burst = Math.random() < 0.05 ? 200 : Math.ceil(Math.random() * 5);
  for (let index = 0; index < burst; index += 1) {
    const payload = { value: Math.random(), text: 'x'.repeat(100) };
    const seq = stream.publish({ topic: `device.D${index % 7}`, type: 'datapoint.value_changed', payload });
    // Noted before any client can have received it, and not lost with the process.
    writeSync(truth, `${seq}\n`);
  }
  setTimeout(publish, 1);
}
publish();
