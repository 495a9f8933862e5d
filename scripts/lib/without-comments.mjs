// A plugin of builds for packages that are built in. V8 keeps the text of a module while it runs, and takes two bytes for each
// character when one of them is beyond Latin-1, as dashes and quotation marks of comments are.
import { readFileSync } from 'node:fs';

export const withoutComments = {
  name: 'without-comments',
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => {
      const { code } = await build.esbuild.transform(readFileSync(path, 'utf8'), {
        minifyWhitespace: true,
        legalComments: 'none',
      });
      return { contents: code };
    });
  },
};
