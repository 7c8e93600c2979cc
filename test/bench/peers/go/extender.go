package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// What is free on a node for an ordinary pod, in thousandths of a core and in bytes.
type amount struct {
	CPU    int64 `json:"cpu"`
	Memory int64 `json:"memory"`
}

type filterArgs struct {
	Pod       pod
	NodeNames *[]string
}

type filterResult struct {
	Nodes                      *struct{}
	NodeNames                  *[]string
	FailedNodes                map[string]string
	FailedAndUnresolvableNodes map[string]string
	Error                      string
}

func readCluster(file string) map[string]amount {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	free := map[string]amount{}
	if err := json.Unmarshal(text, &free); err != nil {
		log.Fatal(err)
	}
	return free
}

// Does less than Daemonward: what is free is written down once, nobody is in flight, nothing is ever held anew.
func filter(free map[string]amount) http.HandlerFunc {
	return func(writer http.ResponseWriter, request *http.Request) {
		var asked filterArgs
		if !readBody(writer, request, &asked) {
			return
		}
		if asked.NodeNames == nil {
			http.Error(writer, "NodeNames is missing", http.StatusBadRequest)
			return
		}
		wanted := requested(&asked.Pod)
		passed := make([]string, 0, len(*asked.NodeNames))
		failed := map[string]string{}
		for _, name := range *asked.NodeNames {
			if left, known := free[name]; known && left.CPU >= wanted.CPU && left.Memory >= wanted.Memory {
				passed = append(passed, name)
			} else {
				failed[name] = "room held for daemons"
			}
		}
		writeBody(writer, filterResult{
			NodeNames:                  &passed,
			FailedNodes:                map[string]string{},
			FailedAndUnresolvableNodes: failed,
		})
	}
}

func requested(asked *pod) amount {
	var sum amount
	for _, container := range asked.Spec.Containers {
		sum.CPU += thousandths(container.Resources.Requests["cpu"])
		sum.Memory += bytes(container.Resources.Requests["memory"])
	}
	return sum
}

func thousandths(text string) int64 {
	if milli, found := strings.CutSuffix(text, "m"); found {
		value, _ := strconv.ParseInt(milli, 10, 64)
		return value
	}
	value, _ := strconv.ParseInt(text, 10, 64)
	return value * 1000
}

func bytes(text string) int64 {
	for suffix, factor := range map[string]int64{"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30} {
		if number, found := strings.CutSuffix(text, suffix); found {
			value, _ := strconv.ParseInt(number, 10, 64)
			return value * factor
		}
	}
	value, _ := strconv.ParseInt(text, 10, 64)
	return value
}
