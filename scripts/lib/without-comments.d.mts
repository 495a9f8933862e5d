import type { Plugin } from 'esbuild';

export const withoutComments: Plugin;
