#!/usr/bin/env node
import { runCli } from './cli.js';
import { withProcessIo } from './terminal/io.js';

await withProcessIo((io) => runCli(process.argv.slice(2), io));
