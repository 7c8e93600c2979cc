# docker build --tag daemonward:VERSION --build-arg VERSION=VERSION .
# For builds that can be repeated, name both images by their digest: --build-arg NODE_IMAGE=node@sha256:…

# Compiles, and gives Node itself. Both images are of the same Debian, so that Node finds the libraries it was linked to.
ARG NODE_IMAGE=node:24-bookworm-slim
# What Node needs from the system, and nothing else: glibc, libstdc++, certificates. No shell, no package manager.
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot

# Node for the platform of the image; everything else is JavaScript, and the same for all.
FROM ${NODE_IMAGE} AS node

FROM --platform=${BUILDPLATFORM} ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY page page
# The folder is copied below with its owner: the last stage has no program that could make it.
RUN npm run build && find dist -name '*.map' -delete && mkdir /data

FROM --platform=${BUILDPLATFORM} ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY .ci/sbom.ts .ci/bill-of-materials.ts .ci/licences.ts .ci/lock-file.ts .ci/package-folder.ts .ci/
# Before the pruning: the licences are among the pages. Types, maps and pages are not read at run time.
ARG SOURCE_DATE_EPOCH
RUN node .ci/sbom.ts --output sbom --with-node \
 && find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.md' \) -delete \
 && find node_modules -type d -empty -delete

FROM ${RUNTIME_IMAGE}
ARG RUNTIME_IMAGE
ARG VERSION=0.0.0
ARG REVISION=
LABEL org.opencontainers.image.title="Daemonward" \
      org.opencontainers.image.description="Decides who may put a pod on every node of a Kubernetes cluster, and keeps the room of the pods that may." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${RUNTIME_IMAGE}"
# What changes least comes first.
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/LICENSE /usr/local/LICENSE
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=dependencies /app/sbom /app/sbom
COPY LICENSE package.json /app/
COPY examples /app/examples
COPY --from=build /app/dist /app/dist
# The root file system can be read-only. The only thing ever written is server.tls.directory, by default certs in
# the working folder: a volume, or nothing at all when certificates are mounted.
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /data
VOLUME ["/data"]
# The heap follows the memory limit of the pod. The rest is for what is not on it: bodies that arrive
# (server.reviewsInFlightLimitBytes, server.callsInFlightLimitBytes), code, Node itself. What is young is collected in
# small parts: of the default size it would hold everybody up for 20 to 30 ms when connections come by the thousand.
ENV NODE_ENV=production \
    NODE_OPTIONS="--max-old-space-size-percentage=60 --max-semi-space-size=4"
USER 65532:65532
EXPOSE 8443 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/node", "/app/dist/main.js"]
CMD ["serve"]
