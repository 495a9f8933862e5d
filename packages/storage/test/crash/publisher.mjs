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

/** The number of the next event, once there was one. */
let next;

/** Notes each number before a client can have received it: a long burst is sent while it is published. */
function publishOne(event) {
  if (next !== undefined) writeSync(truth, `${next}\n`);
  const seq = stream.publish(event);
  if (next === undefined) writeSync(truth, `${seq}\n`);
  else if (seq !== next) throw new Error(`${seq} was handed out instead of ${next}`);
  next = seq + 1;
}

function publish() {
  if (stopping) return;
  const burst = Math.random() < 0.05 ? 200 : Math.ceil(Math.random() * 5);
  for (let index = 0; index < burst; index += 1) {
    const payload = { value: Math.random(), text: 'x'.repeat(100) };
    publishOne({ topic: `device.D${index % 7}`, type: 'datapoint.value_changed', payload });
  }
  setTimeout(publish, 1);
}
publish();
