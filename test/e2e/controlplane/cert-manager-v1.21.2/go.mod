// Written by pin.ts from versions.ts. Only pins: nothing here is imported by Daemonward.

module daemonward.dev/e2e/cert-manager-v1.21.2

go 1.26.0

require github.com/cert-manager/cert-manager v1.21.2
