package main

import (
	"encoding/json"
	"net/http"
)

// Only the fields that a rule reads: whole objects of k8s.io/api would cost encoding/json some times as much.
type meta struct {
	Name        string            `json:"name"`
	Namespace   string            `json:"namespace"`
	Labels      map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type admissionReview[T any] struct {
	APIVersion string               `json:"apiVersion"`
	Kind       string               `json:"kind"`
	Request    *admissionRequest[T] `json:"request,omitempty"`
	Response   *admissionAnswer     `json:"response,omitempty"`
}

// T is json.RawMessage, as k8s.io/api/admission/v1 has it and so nearly every hook; or the object itself, which saves a pass.
type admissionRequest[T any] struct {
	UID       string `json:"uid"`
	Operation string `json:"operation"`
	Namespace string `json:"namespace"`
	UserInfo  user   `json:"userInfo"`
	Object    T      `json:"object"`
}

type user struct {
	Username string   `json:"username"`
	Groups   []string `json:"groups"`
}

type admissionAnswer struct {
	UID       string  `json:"uid"`
	Allowed   bool    `json:"allowed"`
	Status    *status `json:"status,omitempty"`
	PatchType string  `json:"patchType,omitempty"`
	Patch     []byte  `json:"patch,omitempty"`
}

type status struct {
	Message string `json:"message"`
	Code    int    `json:"code"`
}

type question struct {
	namespace string
	user      user
}

type decision[T any] func(object *T, asked question) (*admissionAnswer, error)

// The object is read from the raw text that the review carries.
func review[T any](decide decision[T]) http.HandlerFunc {
	return answered(func(request *admissionRequest[json.RawMessage]) (*admissionAnswer, error) {
		var object T
		if err := json.Unmarshal(request.Object, &object); err != nil {
			return nil, err
		}
		return decide(&object, question{request.Namespace, request.UserInfo})
	})
}

// The object is read together with the review.
func reviewInOnePass[T any](decide decision[T]) http.HandlerFunc {
	return answered(func(request *admissionRequest[T]) (*admissionAnswer, error) {
		return decide(&request.Object, question{request.Namespace, request.UserInfo})
	})
}

func answered[T any](decide func(*admissionRequest[T]) (*admissionAnswer, error)) http.HandlerFunc {
	return func(writer http.ResponseWriter, request *http.Request) {
		var asked admissionReview[T]
		if !readBody(writer, request, &asked) {
			return
		}
		if asked.Request == nil {
			http.Error(writer, "request is missing", http.StatusBadRequest)
			return
		}
		answer, err := decide(asked.Request)
		if err != nil {
			http.Error(writer, err.Error(), http.StatusBadRequest)
			return
		}
		answer.UID = asked.Request.UID
		writeBody(writer, admissionReview[T]{APIVersion: asked.APIVersion, Kind: asked.Kind, Response: answer})
	}
}
