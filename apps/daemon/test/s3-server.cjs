// A server for buckets that computes each signature anew, in a process of its own so that it can be killed.
// Its parent sends the folder, the name of the bucket, one pair of keys, and a certificate; it answers its ports.
// What its parent sends next is that it dies as soon as it has half of an object.
const { writeFileSync } = require('node:fs');
const S3rver = require('@20minutes/s3rver');
const accounts = require('@20minutes/s3rver/lib/models/account');
const v4 = require('@20minutes/s3rver/lib/signature/v4');
const FilesystemStore = require('@20minutes/s3rver/lib/stores/filesystem');

// S3 signs a path as it was sent; this server leaves out the slash at the end of a bucket, which clients send.
const { getStringToSign } = v4;
v4.getStringToSign = ({ uri, ...request }, by) =>
  getStringToSign({ ...request, uri: /^\/[^/]+$/.test(uri) ? `${uri}/` : uri }, by);

process.once('message', async ({ directory, bucket, user, secret, cert, key }) => {
  accounts.DUMMY_ACCOUNT.createKeyPair(user, secret);
  const common = { directory, address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false };
  const plain = await new S3rver({ ...common, configureBuckets: [{ name: bucket }] }).run();
  const secured = await new S3rver({ ...common, cert, key }).run();
  process.send({ plain: plain.port, secured: secured.port });
  process.once('message', () => {
    FilesystemStore.prototype.putContent = async (path, content) => {
      for await (const piece of content) {
        writeFileSync(path, piece.subarray(0, piece.length / 2));
        process.kill(process.pid, 'SIGKILL');
      }
    };
    process.send('ready to die');
  });
});
process.once('disconnect', () => process.exit());
