// A webhook and an extender as a Go programmer would write them with the standard library: the peers of test/bench.
//
//	bench KEY CERT [CLUSTER]
//
// CLUSTER is a JSON file of nodes with what is free on each. Prints the port.
package main

import (
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
)

// The largest body that is read, as the default of Daemonward's extender.
const limitBytes = 8 << 20

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: bench KEY CERT [CLUSTER]")
	}
	pair, err := tls.LoadX509KeyPair(os.Args[2], os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	free := map[string]amount{}
	if len(os.Args) > 3 {
		free = readCluster(os.Args[3])
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /validate/daemonsets", review(validateDaemonSet))
	mux.HandleFunc("POST /mutate/pods", review(mutatePod))
	mux.HandleFunc("POST /one-pass/validate/daemonsets", reviewInOnePass(validateDaemonSet))
	mux.HandleFunc("POST /one-pass/mutate/pods", reviewInOnePass(mutatePod))
	mux.HandleFunc("POST /scheduler/filter", filter(free))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	server := &http.Server{
		Handler:   mux,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12},
	}
	log.Fatal(server.ServeTLS(listener, "", ""))
}

func readBody(writer http.ResponseWriter, request *http.Request, into any) bool {
	body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, limitBytes))
	if err == nil {
		err = json.Unmarshal(body, into)
	}
	if err != nil {
		http.Error(writer, err.Error(), http.StatusBadRequest)
	}
	return err == nil
}

func writeBody(writer http.ResponseWriter, answer any) {
	text, err := json.Marshal(answer)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusInternalServerError)
		return
	}
	writer.Header().Set("Content-Type", "application/json")
	// Without it a large answer would be sent in chunks.
	writer.Header().Set("Content-Length", strconv.Itoa(len(text)))
	writer.Write(text)
}
