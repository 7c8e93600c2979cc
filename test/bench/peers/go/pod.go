package main

import (
	"encoding/json"
	"fmt"
)

const target = "daemonward.dev/target-node"

type toleration struct {
	Key      string `json:"key,omitempty"`
	Operator string `json:"operator,omitempty"`
	Value    string `json:"value,omitempty"`
	Effect   string `json:"effect,omitempty"`
}

type matchField struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values"`
}

type required struct {
	NodeSelectorTerms []struct {
		MatchFields []matchField `json:"matchFields"`
	} `json:"nodeSelectorTerms"`
}

type pod struct {
	Metadata meta `json:"metadata"`
	Spec     struct {
		Tolerations []toleration `json:"tolerations"`
		Affinity    *struct {
			NodeAffinity *struct {
				Required *required `json:"requiredDuringSchedulingIgnoredDuringExecution"`
			} `json:"nodeAffinity"`
		} `json:"affinity"`
		Containers []container `json:"containers"`
	} `json:"spec"`
}

type container struct {
	Resources struct {
		Requests map[string]string `json:"requests"`
	} `json:"resources"`
}

type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

var daemonTolerations = []toleration{
	{Key: "node.kubernetes.io/not-ready", Operator: "Exists", Effect: "NoExecute"},
	{Key: "node.kubernetes.io/unreachable", Operator: "Exists", Effect: "NoExecute"},
	{Key: "node.kubernetes.io/disk-pressure", Operator: "Exists", Effect: "NoSchedule"},
	{Key: "node.kubernetes.io/memory-pressure", Operator: "Exists", Effect: "NoSchedule"},
	{Key: "node.kubernetes.io/pid-pressure", Operator: "Exists", Effect: "NoSchedule"},
	{Key: "node.kubernetes.io/unschedulable", Operator: "Exists", Effect: "NoSchedule"},
}

func mutatePod(object *pod, _ question) (*admissionAnswer, error) {
	node := object.Metadata.Annotations[target]
	if node == "" {
		return &admissionAnswer{Allowed: true}, nil
	}
	patch, err := json.Marshal(append(pinned(object, node), tolerated(object)))
	if err != nil {
		return nil, err
	}
	return &admissionAnswer{Allowed: true, PatchType: "JSONPatch", Patch: patch}, nil
}

// Into every term that is there, as all of one term must hold.
func pinned(object *pod, node string) []operation {
	field := matchField{Key: "metadata.name", Operator: "In", Values: []string{node}}
	terms := map[string]any{"nodeSelectorTerms": []any{map[string]any{"matchFields": []matchField{field}}}}
	affinity := object.Spec.Affinity
	const key = "requiredDuringSchedulingIgnoredDuringExecution"
	switch {
	case affinity == nil:
		return []operation{{"add", "/spec/affinity", map[string]any{"nodeAffinity": map[string]any{key: terms}}}}
	case affinity.NodeAffinity == nil:
		return []operation{{"add", "/spec/affinity/nodeAffinity", map[string]any{key: terms}}}
	case affinity.NodeAffinity.Required == nil:
		return []operation{{"add", "/spec/affinity/nodeAffinity/" + key, terms}}
	}
	var operations []operation
	for index, term := range affinity.NodeAffinity.Required.NodeSelectorTerms {
		path := fmt.Sprintf("/spec/affinity/nodeAffinity/%s/nodeSelectorTerms/%d/matchFields", key, index)
		operations = append(operations, operation{"add", path, append(term.MatchFields, field)})
	}
	return operations
}

func tolerated(object *pod) operation {
	all := append([]toleration(nil), object.Spec.Tolerations...)
	for _, wanted := range daemonTolerations {
		found := false
		for index := range all {
			if all[index].Key == wanted.Key && all[index].Effect == wanted.Effect {
				all[index] = wanted
				found = true
			}
		}
		if !found {
			all = append(all, wanted)
		}
	}
	return operation{"add", "/spec/tolerations", all}
}
