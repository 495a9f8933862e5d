import type { Plugin } from 'esbuild';

export function builtInLicences(file: string): Plugin;
