import type { Plugin } from 'vite';

/** Puts the script that is built from that file before all others of the page: it runs while they are loaded. */
export function runFirst(source: string): Plugin {
  return {
    name: 'run-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.facadeModuleId === source);
        if (chunk === undefined) throw new Error(`nothing was built from ${source}`);
        const preload = new RegExp(`\\s*<link rel="modulepreload"[^>]* href="\\./${chunk.fileName}">`);
        const script = `<script type="module" crossorigin src="./${chunk.fileName}"></script>`;
        const marked = html
          .replace(preload, '')
          .replace('<script type="module"', `${script}\n    <script type="module"`);
        if (!marked.includes(script)) throw new Error('the page has no script to put another one before');
        return marked;
      },
    },
  };
}
