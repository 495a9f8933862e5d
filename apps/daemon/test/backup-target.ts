import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TARGET_USER = 'backup-user';
export const TARGET_PASSWORD = 'geheim und lang';
export const REGION = 'eu-home-1';

/** A place for backups on the loopback: what lies there, what it was asked, and how it misbehaves. */
export interface TargetDouble {
  readonly url: string;
  /** By name. */
  readonly files: Map<string, Buffer>;
  /** `METHOD /path`, in order. */
  readonly seen: string[];
  /** Called before a request is answered; answers whether it did so. */
  misbehave: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse, files: Map<string, Buffer>) => void;

async function startTarget(path: string, answer: Answer): Promise<TargetDouble> {
  const files = new Map<string, Buffer>();
  const seen: string[] = [];
  const double = { files, seen, misbehave: undefined as TargetDouble['misbehave'] };
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (double.misbehave?.(request, response)) return;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The sender has gone.
      return;
    }
    answer(request, Buffer.concat(chunks), response, files);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return Object.assign(double, {
    url,
    close: () =>
      new Promise<void>((settle) => {
        server.closeAllConnections();
        server.close(() => settle());
      }),
  });
}

/** A folder of a WebDAV server, with the part of RFC 4918 that a file needs. */
export function startWebdav(): Promise<TargetDouble> {
  return startTarget('/dav/backups', (request, body, response, files) => {
    const end = (status: number, text = '') =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    const expected = Buffer.from(`${TARGET_USER}:${TARGET_PASSWORD}`).toString('base64');
    if (request.headers.authorization !== `Basic ${expected}`) return end(401);
    const name = nameOf(request.url ?? '');
    switch (request.method) {
      case 'PROPFIND': {
        if (name !== '' && !files.has(name)) return end(404);
        const shown = name === '' ? [...files].map(([each, bytes]) => davFile(each, bytes.length)) : [];
        const own = name === '' ? davFolder() : davFile(name, files.get(name)?.length ?? 0);
        return end(207, `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${own}${shown.join('')}</d:multistatus>`);
      }
      case 'PUT':
        if (request.headers['content-length'] === undefined) return end(411);
        files.set(name, body);
        return end(201);
      case 'MOVE':
        files.set(nameOf(new URL(String(request.headers.destination)).pathname), files.get(name) ?? Buffer.alloc(0));
        files.delete(name);
        return end(201);
      case 'DELETE':
        return end(files.delete(name) ? 204 : 404);
      default:
        return end(405);
    }
  });
}

const nameOf = (path: string) => decodeURIComponent(path.replace(/^\/dav\/backups\/?/, ''));

const davFile = (name: string, bytes: number) =>
  `<d:response><d:href>/dav/backups/${name}</d:href><d:propstat><d:prop><d:getcontentlength>${bytes}</d:getcontentlength>` +
  '<d:getlastmodified>Mon, 23 Nov 2026 00:00:00 GMT</d:getlastmodified><d:resourcetype/></d:prop>' +
  '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>';

const davFolder = () =>
  '<d:response><d:href>/dav/backups/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop>' +
  '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>';

/** A bucket that refuses what is not signed with the right key (AWS Signature Version 4). */
export function startS3(): Promise<TargetDouble> {
  return startTarget('/bucket', (request, body, response, files) => {
    const end = (status: number, text = '', headers: Readonly<Record<string, string>> = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(text);
    if (!isSigned(request)) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
    const name = decodeURIComponent(pathname.replace(/^\/bucket\/?/, ''));
    const file = files.get(name);
    switch (request.method) {
      case 'GET': {
        const prefix = searchParams.get('prefix') ?? '';
        const shown = [...files].filter(([each]) => each.startsWith(prefix));
        const contents = shown.map(
          ([each, bytes]) => `<Contents><Key>${each}</Key><Size>${bytes.length}</Size></Contents>`,
        );
        const head = `<Name>bucket</Name><KeyCount>${shown.length}</KeyCount><IsTruncated>false</IsTruncated>`;
        return end(200, `<ListBucketResult>${head}${contents.join('')}</ListBucketResult>`);
      }
      case 'PUT':
        files.set(name, body);
        return end(200, '', { etag: '"0"' });
      case 'HEAD':
        return end(
          file === undefined ? 404 : 200,
          '',
          file === undefined ? {} : { 'content-length': String(file.length) },
        );
      case 'DELETE':
        files.delete(name);
        return end(204);
      default:
        return end(405);
    }
  });
}

/** Computes the signature anew, from what came. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const said =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (said === null) return false;
  const [, user, day = '', region = '', names = '', signature] = said;
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  const query = [...searchParams]
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .toSorted();
  const signed = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const payload = String(headers['x-amz-content-sha256']);
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const sign = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = ['aws4_request', 's3', region, day].reduceRight<Buffer>(
    (before, part) => sign(before, part),
    Buffer.from(`AWS4${TARGET_PASSWORD}`),
  );
  return user === TARGET_USER && region === REGION && sign(key, text).toString('hex') === signature;
}
