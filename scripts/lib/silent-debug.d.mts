import type { Plugin } from 'esbuild';

export declare const silentDebug: Plugin;
