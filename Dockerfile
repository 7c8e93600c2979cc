# syntax=docker/dockerfile:1

# Everything, to compile.
FROM node:24-alpine AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run build && mkdir /data

# What runs, without what builds; types, source maps and pages of dependencies are not needed at run time.
FROM node:24-alpine AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

# Node itself and its one library; no npm.
FROM alpine:3
RUN apk add --no-cache libstdc++
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=build /app/dist /app/dist
COPY package.json /app/
COPY examples /app/examples
ENV NODE_ENV=production
# The root file system can be read-only. The only thing ever written is server.tls.directory, by default certs in
# the working folder: a volume, or nothing at all when certificates are mounted.
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /data
VOLUME ["/data"]
USER 65532:65532
EXPOSE 8443 8080
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["serve"]
