import { describe, expect, it } from 'vitest';
import { readHelp } from './read-help.js';

const PAGE = `---
title: Troubleshooting
---

# Troubleshooting

Find the *symptom*. [The
doctor](../doctor.md) explains it.

<a id="mqtt"></a>

## MQTT does not connect

See \`mosquitto_sub\` and [no events](#no-events).

| finding | cause | remedy |
|---|---|---|
| \`mqtt.*\` | No broker. | Wait. |
| <a id="mqtt-connecting"></a>\`mqtt.connecting\` | Not yet <b. | [Ports](howto/ports.md). |
`;

describe('the reader of a document about symptoms', () => {
  it('reads sentences, symptoms with their anchors, and findings with theirs', () => {
    expect(readHelp('de/troubleshooting.md', PAGE)).toEqual({
      intro: [
        ['Find the ', { emphasis: 'symptom' }, '. ', { words: 'The doctor', document: 'doctor.md' }, ' explains it.'],
      ],
      sections: [
        {
          id: 'mqtt',
          title: 'MQTT does not connect',
          paragraphs: [['See ', { code: 'mosquitto_sub' }, ' and ', { words: 'no events', anchor: 'no-events' }, '.']],
          head: ['finding', 'cause', 'remedy'],
          rows: [
            { cells: [[{ code: 'mqtt.*' }], ['No broker.'], ['Wait.']] },
            {
              id: 'mqtt-connecting',
              cells: [
                [{ code: 'mqtt.connecting' }],
                ['Not yet <b.'],
                [{ words: 'Ports', document: 'de/howto/ports.md' }, '.'],
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['a list', '- one', 'bullet_list_open ul is not shown'],
    ['a block of code', '```\nls\n```', 'fence code is not shown'],
    ['a picture', '![a](b.png)', 'image a is not shown'],
    ['a smaller heading', '### Three', 'heading_open h3 is not shown'],
    ['a symptom without an anchor', '## Two', 'Two has no anchor'],
    ['a link to another site', '[a](https://example.com)', 'https://example.com is not shown'],
    ['HTML that is no anchor', '<b>bold</b>', 'html_inline <b> is not shown'],
  ])('refuses %s, so that the app never lacks a part of the document', (_, text, reason) => {
    expect(() => readHelp('troubleshooting.md', text)).toThrow(`docs/troubleshooting.md: ${reason}`);
  });
});
