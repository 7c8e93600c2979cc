# What .dockerignore lets through.
FROM scratch
COPY . /
