import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUpload } from './upload.js';

function bodyOf(bytes: Buffer, cuts: readonly number[] = []) {
  const at = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return {
    body: new ReadableStream<Uint8Array>({
      start(controller) {
        for (let index = 1; index < at.length; index++) {
          const chunk = bytes.subarray(at[index - 1], at[index]);
          if (chunk.length > 0) controller.enqueue(new Uint8Array(chunk));
        }
        controller.close();
      },
    }),
  };
}

const TYPE = 'multipart/form-data; boundary=----x7';
const read = (bytes: Buffer, cuts?: readonly number[]) => readUpload(bodyOf(bytes, cuts), 'multipart/form-data', TYPE);

async function contentOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const part of parts) chunks.push(part);
  return Buffer.concat(chunks);
}

function form(content: Buffer, before = ''): Buffer {
  const head = `${before}------x7\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n`;
  const file = '------x7\r\nContent-Disposition: form-data; name="file"; filename="a.sbk"\r\nContent-Type: x/y\r\n\r\n';
  return Buffer.concat([Buffer.from(head + file), content, Buffer.from('\r\n------x7--')]);
}

const DISPOSITION = 'Content-Disposition: form-data; name="file"; filename="a.sbk"';

describe('an uploaded file', () => {
  it('is the content of the form field, for any split by the network', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
          // Content similar to a delimiter.
          fc
            .array(fc.constantFrom('\r\n', '--', '------x', '7', 'a', '\r\n------x8'), { maxLength: 40 })
            .map((parts) => Buffer.from(parts.join(''))),
        ),
        fc.array(fc.nat(), { maxLength: 20 }),
        async (content, cuts) => {
          fc.pre(!content.includes('\r\n------x7') && !content.subarray(0, 8).equals(Buffer.from('------x7')));
          const upload = await read(form(content), cuts);
          expect(upload.filename).toBe('a.sbk');
          expect(await contentOf(upload.content)).toEqual(content);
        },
      ),
    );
  });

  it.each([
    ['no part at all', []],
    ['one field', ['name="note"']],
    ['as many fields as there may be', Array.from({ length: 16 }, (_, at) => `name="f${at}"`)],
    ['more parts than there may be', Array.from({ length: 200 }, (_, at) => `name="f${at}"`)],
    ['a file of another name', ['name="backup"; filename="a.sbk"']],
    ['a part without a name', ['filename="a.sbk"']],
  ])('that is missing is answered: a form with %s', async (_what, parts) => {
    for (const length of [5_000, 200_000]) {
      const text = parts.map(
        (part) => `------x7\r\nContent-Disposition: form-data; ${part}\r\n\r\n${'x'.repeat(length)}\r\n`,
      );
      for (const cuts of [[], [1, 7, 90, 5_000, 5_090]]) {
        await expect(read(Buffer.from(`${text.join('')}------x7--\r\n`), cuts)).rejects.toMatchObject({
          code: 'bad_request',
          message: 'The form has no part named file',
        });
      }
    }
  });

  it.each([
    [
      'a preamble and an epilogue',
      `This is a form\r\n--x7\r\n${DISPOSITION}\r\n\r\nabc\r\n--x7--\r\nend`,
      'boundary=x7',
    ],
    ['a quoted boundary', `--x 7\r\n${DISPOSITION}\r\n\r\nabc\r\n--x 7--\r\n`, 'boundary="x 7"'],
    [
      'upper-case words',
      `--x7\r\n${DISPOSITION.toUpperCase().replace('"FILE"', '"file"')}\r\n\r\nabc\r\n--x7--`,
      'BOUNDARY=x7',
    ],
    ['lower-case headers', `--x7\r\ncontent-disposition:form-data;name="file"\r\n\r\nabc\r\n--x7--`, 'boundary=x7'],
    ['a name without quotes', '--x7\r\nContent-Disposition: form-data; name=file\r\n\r\nabc\r\n--x7--', 'boundary=x7'],
    ['a charset before the boundary', `--x7\r\n${DISPOSITION}\r\n\r\nabc\r\n--x7--\r\n`, 'charset=utf-8; boundary=x7'],
    [
      'a type before the disposition',
      `--x7\r\nContent-Type: a/b\r\n${DISPOSITION}\r\n\r\nabc\r\n--x7--`,
      'boundary=x7',
    ],
  ])('is read from a form with %s, as RFC 7578 allows', async (_with, text, parameters) => {
    const type = `Multipart/Form-Data; ${parameters}`;
    const upload = await readUpload(bodyOf(Buffer.from(text)), 'multipart/form-data', type);
    expect(String(await contentOf(upload.content))).toBe('abc');
  });

  it('comes as plain bytes as well', async () => {
    const upload = await readUpload(bodyOf(Buffer.from('abc')), 'application/octet-stream', 'application/octet-stream');
    expect(String(await contentOf(upload.content))).toBe('abc');
  });

  it.each([
    ['that never ends', form(Buffer.from('abc')).subarray(0, -12)],
    ['without a file', Buffer.from('------x7\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n------x7--\r\n')],
    ['without anything', Buffer.from('------x7--')],
    ['of endless headers', Buffer.from(`------x7\r\n${'X: y\r\n'.repeat(5000)}`)],
    ['that is none', Buffer.from('nonsense')],
  ])('in a form %s is refused', async (_what, bytes) => {
    await expect(
      (async () => {
        const { content } = await read(bytes);
        await contentOf(content);
      })(),
    ).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('from a sender that goes away in the middle is refused', async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1;
        if (pulls === 1) controller.enqueue(form(Buffer.alloc(10_000)).subarray(0, 5000));
        else controller.error(new Error('aborted'));
      },
    });
    const reading = readUpload({ body }, 'multipart/form-data', TYPE).then(({ content }) => contentOf(content));
    await expect(reading).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('is read to its end although long parts follow that are left out', async () => {
    const more = Array.from({ length: 20 }, (_, at) => `name="${at % 2 === 0 ? 'file' : 'x'}"; filename="b.sbk"`);
    const others = [...more, 'filename="c"'].map(
      (part) => `\r\n------x7\r\nContent-Disposition: form-data; ${part}\r\n\r\n${'x'.repeat(200_000)}`,
    );
    const first = form(Buffer.from('the archive')).subarray(0, -12);
    const whole = Buffer.concat([first, Buffer.from(`${others.join('')}\r\n------x7--\r\n`)]);
    const { content } = await read(whole, [1_000, 100_000, 400_000, 1_000_000]);
    expect((await contentOf(content)).toString()).toBe('the archive');
  });

  it('lets go of the body when its reader stops early', async () => {
    let cancelled: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    const start = form(Buffer.alloc(0)).subarray(0, -12);
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(pulls++ === 0 ? start : new Uint8Array(1000)),
      cancel: () => cancelled?.(),
    });
    const { content } = await readUpload({ body }, 'multipart/form-data', TYPE);
    for await (const part of content) {
      expect(part.byteLength).toBeGreaterThan(0);
      break;
    }
    await gone;
  });

  it('of another media type is refused', async () => {
    await expect(readUpload(bodyOf(Buffer.from('{}')), 'application/json', 'application/json')).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  });
});
