import { describe, expect, it } from 'vitest';
import { createServerSentEventsSink } from '../src/sse/sink.js';
import { createTestWorld } from '../src/testing/world.js';

const decoder = new TextDecoder();

function openStream(world = createTestWorld()) {
  let text = '';
  let ended = false;
  let open = true;
  const connection = world.stream.openConnection({
    principal: 'p',
    transport: 'one-way',
    sink: createServerSentEventsSink({
      write(bytes) {
        text += decoder.decode(bytes);
        return open;
      },
      end() {
        ended = true;
      },
    }),
  });
  return {
    world,
    connection,
    take() {
      const taken = text;
      text = '';
      return taken;
    },
    stall: () => {
      open = false;
    },
    get ended() {
      return ended;
    },
  };
}

describe('events over server-sent events', () => {
  it('are messages with their number as the id, control frames are named events', () => {
    const { world, connection, take } = openStream();
    connection.subscribe({ topics: ['a'] });
    const head = world.stream.seq;
    expect(take()).toMatch(new RegExp(`^id: ${head}\nevent: control\ndata: \\{"op":"subscribed",.*\\}\n\n$`));
    const seqs = [world.change('a'), world.change('a', 'line\nbreak')];
    world.turn();
    const messages = take().split('\n\n').slice(0, -1);
    expect(messages.map((message) => message.split('\n')[0])).toEqual(seqs.map((seq) => `id: ${seq}`));
    expect(JSON.parse(messages[1]?.split('\ndata: ')[1] ?? '')).toMatchObject({ payload: { value: 'line\nbreak' } });
  });

  it('never move the id of a client ahead of a replay that it has not got yet', () => {
    const world = createTestWorld();
    const since = world.change('a');
    const seq = world.change('a');
    const { connection, take } = openStream(world);
    connection.subscribe({ topics: ['a'], since });
    const ids = take()
      .split('\n\n')
      .map((message) => /^id: (\d+)/.exec(message)?.[1]);
    expect(ids).toEqual([undefined, `${seq}`, `${seq}`, undefined]);
  });

  it('move the id along with a ping, so that a quiet topic does not age it', () => {
    const { world, connection, take } = openStream();
    connection.subscribe({ topics: ['quiet'] });
    take();
    const seq = world.change('loud');
    world.turn();
    world.advance(31_000);
    expect(take()).toMatch(new RegExp(`^id: ${seq}\nevent: control\ndata: \\{"op":"ping"`));
  });

  it('go on although the client sends nothing, and end when it takes nothing', () => {
    const stream = openStream();
    stream.connection.subscribe({ topics: ['a'] });
    stream.world.advance(300_000);
    expect(stream.ended).toBe(false);
    stream.stall();
    stream.world.change('a');
    stream.world.turn();
    stream.world.advance(31_000);
    expect(stream.ended).toBe(true);
    expect(stream.take()).toContain('"op":"closed","code":1013');
  });

  it('refuse requests that a frame could not make either', () => {
    const { connection, take } = openStream();
    connection.subscribe({ topics: ['a'], since: 1.5 });
    connection.subscribe({ topics: ['x'.repeat(300)] });
    expect(take().match(/bad_request/g)).toHaveLength(2);
  });
});
