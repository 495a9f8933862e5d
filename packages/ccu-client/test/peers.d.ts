/** The two npm packages that other programs speak to CCUs with; neither brings types. */
declare module 'homematic-xmlrpc' {
  const peer: import('./peer.js').Peer;
  export = peer;
}

declare module 'binrpc' {
  const peer: import('./peer.js').Peer;
  export = peer;
}
