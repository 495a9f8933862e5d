# The gateway with the Matter bridge for amd64, arm64 and armv7: Node 22 is the newest whose image exists for armv7.
# docker buildx build --platform linux/amd64,linux/arm64,linux/arm/v7 --tag ccu-gateway .
ARG NODE=node:22-bookworm-slim

# What an installation is made of, which changes more rarely than the sources.
FROM --platform=$BUILDPLATFORM ${NODE} AS manifests
WORKDIR /source
COPY . .
RUN mkdir /manifests \
  && cp --parents .pnpmfile.cjs pnpm-lock.yaml pnpm-workspace.yaml package.json */package.json */*/package.json /manifests \
  && cp -r scripts /manifests

# JavaScript is the same everywhere, so it is bundled on the machine that builds.
FROM --platform=$BUILDPLATFORM ${NODE} AS build
WORKDIR /source
COPY --from=manifests /manifests .
RUN npx --yes pnpm@10 bundle --only-install
COPY . .
RUN npx --yes pnpm@10 bundle \
  && mkdir /packed \
  && npx --yes pnpm@10 --recursive --filter '@ccu-gateway/*' pack --pack-destination /packed

# What is installed has parts that depend on the machine. Where a part would need a compiler it is left out: Node has a SQLite.
FROM ${NODE} AS install
WORKDIR /app
COPY --from=build /packed /packed
# pg and @nats-io are for gateways of a fleet.
RUN npm install --omit=dev --no-audit --no-fund --no-save /packed/*.tgz pg@8.23.1 \
  @nats-io/transport-node@3.3.1 @nats-io/jetstream@3.3.1 @nats-io/kv@3.3.1 @nats-io/obj@3.3.1 \
  && npm cache clean --force
COPY container/healthcheck.mjs /app/healthcheck.mjs

FROM ${NODE}
# Passes signals on, and takes the exit codes of processes that are left behind.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data /etc/ccu-gateway \
  && chown node:node /data \
  && chmod 700 /data
COPY --from=install /app /app
ENV NODE_ENV=production \
  NODE_OPTIONS="--max-semi-space-size=1 --disable-warning=ExperimentalWarning" \
  MALLOC_ARENA_MAX=2 \
  MALLOC_TRIM_THRESHOLD_=65536 \
  SERVICE_DATA_DIR=/data \
  PATH=/app/node_modules/.bin:$PATH
WORKDIR /data
USER node
VOLUME /data
# REST and web UI, events of the CCU (XML-RPC), events of CUxD.
EXPOSE 8119 8120 8129
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "/app/healthcheck.mjs"]
ENTRYPOINT ["/usr/bin/tini", "--", "node", "/app/node_modules/@ccu-gateway/daemon/dist/main.js"]
CMD ["run"]
