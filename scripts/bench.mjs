// pnpm bench [name] [--json]: benchmarks, bounded in time and count. Without a name: all of them.
import { runNamed } from './lib/named.mjs';

runNamed('bench');
