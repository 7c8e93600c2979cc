module daemonward.dev/bench

go 1.24
