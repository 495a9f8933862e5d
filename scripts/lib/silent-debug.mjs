// A plugin of esbuild that takes the package `debug` out of a bundle. mqtt.js calls it a dozen times for each message, and each call
// makes an array of its arguments; with DEBUG in the environment it would print passwords and payloads.
const STAND_IN = `
const silent = () => {};
silent.enabled = false;
silent.extend = () => silent;
module.exports = () => silent;
`;

export const silentDebug = {
  name: 'silent-debug',
  setup(build) {
    build.onResolve({ filter: /^debug$/ }, () => ({ path: 'debug', namespace: 'silent' }));
    build.onLoad({ filter: /.*/, namespace: 'silent' }, () => ({ contents: STAND_IN }));
  },
};
