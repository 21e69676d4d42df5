# One image runs everything: gateway, engines, projector and the built web app. PostgreSQL is a service of its own.
FROM node:24-bookworm-slim AS build
WORKDIR /maru
COPY package.json package-lock.json ./
COPY engine/package.json engine/
COPY chains/package.json chains/
COPY kit/package.json kit/
COPY features/account/package.json features/account/
COPY features/bots/package.json features/bots/
COPY features/contact/package.json features/contact/
COPY features/custody/package.json features/custody/
COPY features/file/package.json features/file/
COPY features/futures/package.json features/futures/
COPY features/market/package.json features/market/
COPY features/member/package.json features/member/
COPY features/message/package.json features/message/
COPY features/notice/package.json features/notice/
COPY features/operator/package.json features/operator/
COPY features/outbox/package.json features/outbox/
COPY features/partner/package.json features/partner/
COPY features/rounds/package.json features/rounds/
COPY features/site/package.json features/site/
COPY features/slot/package.json features/slot/
COPY features/wallet/package.json features/wallet/
COPY apps/admin/package.json apps/admin/
COPY apps/cold-signer/package.json apps/cold-signer/
COPY apps/custody/package.json apps/custody/
COPY apps/member/package.json apps/member/
COPY apps/server/package.json apps/server/
COPY apps/signer/package.json apps/signer/
COPY sites/package.json sites/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY tools/package.json tools/
# Not `npm ci`: the lock file was written on one platform and lacks the optional parts of others, and ci refuses such a lock.
RUN npm install --no-save --no-audit --no-fund
COPY . .
RUN cd apps/member && node ../../node_modules/vite/bin/vite.js build --logLevel warn \
 && cd first-screen && node ../../../node_modules/vite/bin/vite.js build --logLevel warn \
 && cd ../../admin && node ../../node_modules/vite/bin/vite.js build --logLevel warn \
 && cd ../server && node ../../node_modules/vite/bin/vite.js build --logLevel warn \
 && cd ../.. && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 MARU_DATA=/data NODE_COMPILE_CACHE=/data/compiled GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2
WORKDIR /maru
COPY --from=build --chown=node:node /maru /maru
RUN mkdir /data /signer && chown node:node /data /signer
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/main.ts"]
