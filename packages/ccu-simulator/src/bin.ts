#!/usr/bin/env node
import { runMain } from 'citty';
import { simulatorCommand } from './cli.js';

const stopped = new Promise<void>((resolve) => {
  process.once('SIGINT', resolve);
  process.once('SIGTERM', resolve);
});

await runMain(
  simulatorCommand({
    say: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    stopped,
    exit: (code) => {
      process.exitCode = code;
    },
  }),
);
