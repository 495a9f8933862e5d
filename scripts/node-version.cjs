'use strict';
// Loaded before every script of this folder. Old syntax only, so that an old Node.js reports its age and no syntax error.
var engines = require('../package.json').engines;
var needed = /(\d+)\.(\d+)/.exec(engines.node).slice(1).map(Number);
var found = process.versions.node.split('.').map(Number);

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  console.error(
    ['Node.js', needed.join('.'), 'or newer is needed; this is', process.versions.node, 'at', process.execPath].join(
      ' ',
    ),
  );
  console.error('Install a newer one, for example from https://nodejs.org, and run the same command again.');
  process.exit(1);
}
