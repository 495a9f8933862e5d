import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';

// tsup leaves out dependencies and peers alone, and would build the optional packages in.
const external = [/^@ccu-gateway\//];

export default defineConfig(library(['src/index.ts', 'src/bin.ts'], { platform: 'node', external }));
