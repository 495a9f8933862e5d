import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';

export default defineConfig(library(['src/index.ts', 'src/settings/index.ts'], { platform: 'node' }));
