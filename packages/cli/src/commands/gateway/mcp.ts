import { createInterface } from 'node:readline';
import { command } from '../../context/context.js';
import { EXIT } from '../../terminal/exit.js';

export const mcpCommand = command({
  name: 'ccu-gateway mcp',
  description:
    'Connect an assistant of this machine with the gateway, over standard input and output (Model Context Protocol).',
  run: async (context) => {
    const { io } = context;
    const [rest, { createRelay }] = await Promise.all([
      context.rest({ token: 'required' }),
      import('../../mcp/relay.js'),
    ]);
    const relay = createRelay({
      send: (init) => rest.beside('/mcp', init),
      write: (line) => io.stdout.write(`${line}\n`),
      warn: (text) => io.stderr.write(`${text}\n`),
    });
    const lines = createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY });
    const stop = () => lines.close();
    io.signal.addEventListener('abort', stop, { once: true });
    const open = new Set<Promise<void>>();
    for await (const line of lines) {
      if (line.trim() === '') continue;
      const taken = relay.take(line).finally(() => open.delete(taken));
      open.add(taken);
      // The first message begins the session that all others need.
      if (line.includes('"initialize"')) await taken;
    }
    io.signal.removeEventListener('abort', stop);
    await Promise.all(open);
    await relay.close();
    return EXIT.ok;
  },
});
