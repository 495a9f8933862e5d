// Several readers of one large answer at once, and how long a small request waits meanwhile.
import { get } from 'node:http';

const whole = (url, headers) =>
  new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ bytes, status: response.statusCode }));
      response.on('error', reject);
    }).on('error', reject);
  });

/** `{ bytes, ms, slowestMs, wrong }`: size of one answer, time until all had it, and the longest wait of a small request. */
export async function readAtOnce({ url, small, headers, readers }) {
  const began = performance.now();
  let reading = true;
  const all = Promise.all(Array.from({ length: readers }, () => whole(url, headers))).finally(() => {
    reading = false;
  });
  let slowestMs = 0;
  while (reading) {
    const asked = performance.now();
    await whole(small, {});
    slowestMs = Math.max(slowestMs, performance.now() - asked);
  }
  const answers = await all;
  return {
    bytes: answers[0].bytes,
    ms: performance.now() - began,
    slowestMs,
    wrong: answers.filter(({ status, bytes }) => status !== 200 || bytes < 1).length,
  };
}
