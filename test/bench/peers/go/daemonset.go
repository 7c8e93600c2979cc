package main

import (
	"net/http"
	"slices"
	"strings"
)

type daemonSet struct {
	Metadata meta `json:"metadata"`
	Spec     struct {
		Selector *struct {
			MatchLabels map[string]string `json:"matchLabels"`
		} `json:"selector"`
		Template struct {
			Metadata meta `json:"metadata"`
			Spec     struct {
				RestartPolicy         string `json:"restartPolicy"`
				PriorityClassName     string `json:"priorityClassName"`
				ActiveDeadlineSeconds *int64 `json:"activeDeadlineSeconds"`
			} `json:"spec"`
		} `json:"template"`
	} `json:"spec"`
}

const admins = "system:masters"

var systemNamespaces = map[string]bool{"kube-system": true, "kube-public": true, "kube-node-lease": true}
var priorityClasses = map[string]bool{"system-node-critical": true, "system-cluster-critical": true}

func validateDaemonSet(object *daemonSet, asked question) (*admissionAnswer, error) {
	wrong := findings(object, asked)
	if len(wrong) == 0 {
		return &admissionAnswer{Allowed: true}, nil
	}
	return &admissionAnswer{Status: &status{Message: strings.Join(wrong, "; "), Code: http.StatusForbidden}}, nil
}

func findings(object *daemonSet, asked question) []string {
	var found []string
	if !systemNamespaces[asked.namespace] {
		found = append(found, "DaemonSet outside the system tenant")
	} else if !slices.Contains(asked.user.Groups, admins) {
		found = append(found, "not a cluster admin")
	}
	template := &object.Spec.Template
	if object.Spec.Selector == nil || len(object.Spec.Selector.MatchLabels) == 0 {
		found = append(found, "selector missing or empty")
	} else {
		for key, value := range object.Spec.Selector.MatchLabels {
			if template.Metadata.Labels[key] != value {
				found = append(found, "the selector does not match the labels")
				break
			}
		}
	}
	if policy := template.Spec.RestartPolicy; policy != "" && policy != "Always" {
		found = append(found, "restartPolicy not Always")
	}
	if template.Spec.ActiveDeadlineSeconds != nil {
		found = append(found, "activeDeadlineSeconds set")
	}
	if class := template.Spec.PriorityClassName; class == "" {
		found = append(found, "no priority class")
	} else if !priorityClasses[class] {
		found = append(found, "priority class does not exist")
	}
	return found
}
