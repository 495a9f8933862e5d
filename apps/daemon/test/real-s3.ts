import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REGION, TARGET_PASSWORD, TARGET_USER } from './backup-target.js';

const BUCKET = 'backups';
/** What the server adds to the name of an object, and of what it knows about one. */
const OBJECT = '._S3rver_object';

interface Ports {
  readonly plain: number;
  readonly secured: number;
}

/** A server for buckets with its bucket in a folder of this machine. `root` is one that an earlier server had. */
export async function startRealS3({
  cert,
  key,
  root = mkdtempSync(join(tmpdir(), 'real-s3-')),
}: {
  readonly cert: string;
  readonly key: string;
  readonly root?: string;
}) {
  const bucket = join(root, BUCKET);
  const child = fork(join(import.meta.dirname, 's3-server.cjs'), { stdio: 'ignore', execArgv: [] });
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  // What it sends first is what `s3-server.cjs` sends.
  const ready = new Promise<Ports>((settle) => child.once('message', (ports) => settle(ports as Ports)));
  child.send({ directory: root, bucket: BUCKET, user: TARGET_USER, secret: TARGET_PASSWORD, cert, key });
  const { plain, secured } = await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error('the server for buckets does not start'))),
  ]);
  return {
    root,
    region: REGION,
    url: `http://127.0.0.1:${plain}/${BUCKET}`,
    securedUrl: `https://127.0.0.1:${secured}/${BUCKET}`,
    nowhereUrl: `http://127.0.0.1:${plain}/nowhere`,
    objects: () =>
      readdirSync(bucket).flatMap((name) => (name.endsWith(OBJECT) ? [name.slice(0, -OBJECT.length)] : [])),
    read: (name: string) => readFileSync(join(bucket, `${name}${OBJECT}`)),
    bytesOf(name: string) {
      const file = join(bucket, `${name}${OBJECT}`);
      return existsSync(file) ? statSync(file).size : 0;
    },
    write: (name: string, text: string) => writeFileSync(join(bucket, `${name}${OBJECT}`), text),
    /** Settles when it is ready to; from then on it dies of the next object, of which it has half. */
    dieAtHalf: () =>
      new Promise<void>((settle) => {
        child.once('message', () => settle());
        child.send('die');
      }),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
