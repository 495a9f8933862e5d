/** What a package looks like once it is packed: its sources stay here, so their condition goes. */
function beforePacking(manifest) {
  for (const entry of Object.values(manifest.exports ?? {})) {
    if (typeof entry === 'object') delete entry['@ccu-gateway/source'];
  }
  return manifest;
}

module.exports = { hooks: { beforePacking } };
