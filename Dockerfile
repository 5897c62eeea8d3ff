# Quarry in one image. With DATABASE_URL it uses that PostgreSQL; without it, its own, with data in /data.

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image already has Node.
RUN npm ci --omit=dev --no-audit --no-fund && rm -r node_modules/node node_modules/.bin/node

FROM node:24-slim
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/.compile-cache \
    QUARRY_DATA_DIR=/data \
    QUARRY_HOST=0.0.0.0 \
    PORT=3000
WORKDIR /app
RUN install --directory --owner=node --group=node /data /app/.compile-cache
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY bin bin
COPY skills skills
COPY src src
COPY tools tools
USER node

# Starts and stops once, with a temporary database: this shows that the image works and leaves every module compiled.
# (The compile cache belongs to the user who wrote it, hence after USER.) SIGTERM must end Quarry with exit code 0.
RUN QUARRY_DATA_DIR=/tmp/warm-up QUARRY_CRAWL=false QUARRY_LOG_LEVEL=warn \
      timeout --preserve-status --signal=TERM 20 \
      node --max-semi-space-size=32 --max-old-space-size=768 --heap-growing-percent=30 src/main.ts > /dev/null \
    && rm -rf /tmp/warm-up

VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "--max-old-space-size=768", "--heap-growing-percent=30", "--require", "./bin/own-imports.cjs", "src/main.ts"]
