// pnpm soak [name]: randomised runs that are too long for the suite. Without a name: all of them.
import { runNamed } from './lib/named.mjs';

runNamed('soak');
