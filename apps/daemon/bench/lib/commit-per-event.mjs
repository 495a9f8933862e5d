// The peer: better-sqlite3 as its README sets it up, one row and one commit for every event that it is told.
import Database from '../../../../packages/storage/test/driver.cjs';

const db = new Database(process.argv[2]);
db.pragma('journal_mode = WAL');
db.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY, topic TEXT, text TEXT)');
const insert = db.prepare('INSERT INTO events (topic, text) VALUES (?, ?)');
process.on('message', ({ topic, text }) => insert.run(topic, text));
process.once('disconnect', () => db.close());
process.send('ready');
