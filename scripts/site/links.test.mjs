import { describe, expect, it } from 'vitest';
import { placeOf, rewriteLinks } from './links.mjs';

const files = new Set([
  'docs/mqtt.md',
  'docs/images/home.jpg',
  'config.example.yaml',
  'packages/cli/README.md',
  'docs/adr/README.md',
]);
const folders = new Set(['packages/cli', 'packages/web-ui']);
const kindOf = (path) => (files.has(path) ? 'file' : folders.has(path) ? 'folder' : undefined);
const rewrite = (text, from = 'docs/start.md') => rewriteLinks(text, from, kindOf);

describe('links of documents in the site', () => {
  it('keep the page and the heading of a document', () => {
    expect(rewrite('See [MQTT](mqtt.md#topics).').text).toBe('See [MQTT](/mqtt.md#topics).');
    expect(rewrite('[MQTT](../mqtt.md)', 'docs/de/start.md').text).toBe('[MQTT](/mqtt.md)');
    expect(rewrite('[records](adr/README.md)').text).toBe('[records](/adr/index.md)');
  });

  it('take in files outside the documents', () => {
    const { text, taken, dead } = rewrite(
      '[a](../config.example.yaml) [`b`](../packages/cli) [c](../packages/cli/README.md#x)',
    );
    expect(text).toBe('[a](/files/config.example.yaml.md) [`b`](/packages/cli/index.md) [c](/packages/cli/index.md#x)');
    expect(taken).toEqual(['config.example.yaml', 'packages/cli/README.md', 'packages/cli/README.md']);
    expect(dead).toEqual([]);
  });

  it('name each link that leads to no file, also out of the repository', () => {
    expect(rewrite('[a](gone.md) [b](../packages/web-ui) [c](../../etc/passwd)').dead).toEqual([
      'docs/start.md: gone.md',
      'docs/start.md: ../packages/web-ui',
      'docs/start.md: ../../etc/passwd',
    ]);
  });

  it('leave code, addresses and anchors as they are', () => {
    const text = '`[a](gone.md)` [b](https://example.org) [c](#here)\n\n```sh\n[d](gone.md) {{x}}\n```\n';
    expect(rewrite(text)).toEqual({ text, taken: [], dead: [] });
  });

  it('lead pictures to their files, also inside a link', () => {
    expect(rewrite('![home](images/home.jpg) [![home](images/home.jpg)](mqtt.md)').text).toBe(
      '![home](/images/home.jpg) [![home](/images/home.jpg)](/mqtt.md)',
    );
  });

  it('keep two braces from being an expression of a template', () => {
    expect(rewrite('a {{word}} `{{code}}`').text).toBe('a &#123;&#123;word}} `{{code}}`');
  });

  it('give a file that is no document a page of code', () => {
    expect(placeOf('container/nginx/gateway.conf')).toBe('files/container/nginx/gateway.conf.md');
  });
});
