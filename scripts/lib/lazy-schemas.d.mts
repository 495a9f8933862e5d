import type { Plugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vite';

export const lazySchemas: Plugin;
export const lazySchemasOfTests: VitePlugin;
export const zodOfContract: Plugin;
export const englishZod: Plugin;
export function withLazySchemas(path: string, text: string, helper: string): string;
