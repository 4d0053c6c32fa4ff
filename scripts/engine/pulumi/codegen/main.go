// Serves what a language host generates, for the language that its argument names: SDKs of Python and Go, and declarations for Node.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	language string
}

func (h *host) Handshake(context.Context, *pulumirpc.LanguageHandshakeRequest) (*pulumirpc.LanguageHandshakeResponse, error) {
	return &pulumirpc.LanguageHandshakeResponse{}, nil
}

func (h *host) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{}, nil
}

func (h *host) Run(context.Context, *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	message := "this engine generates SDKs for %s and runs no projects in it: use the language's Automation API with an inline program"
	return &pulumirpc.RunResponse{Error: fmt.Sprintf(message, h.language)}, nil
}

func (h *host) GeneratePackage(
	_ context.Context, request *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	client, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	loader := schema.NewCachedLoader(client)
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(request.Schema), &spec); err != nil {
		return nil, err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, loader, schema.ValidationOptions{AllowDanglingReferences: true})
	if err != nil {
		return nil, err
	}
	response := &pulumirpc.GeneratePackageResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}
	if diagnostics.HasErrors() {
		return response, nil
	}
	files, err := h.generate(pkg, request, loader)
	if err != nil {
		return nil, err
	}
	for name, text := range files {
		path := filepath.Join(request.Directory, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return nil, err
		}
	}
	return response, nil
}

func (h *host) generate(
	pkg *schema.Package, request *pulumirpc.GeneratePackageRequest, loader schema.ReferenceLoader,
) (map[string][]byte, error) {
	tool := "pulumi-language-" + h.language
	switch h.language {
	case "python":
		return python.GeneratePackage(tool, pkg, request.ExtraFiles, loader)
	case "go":
		return gen.GeneratePackage(tool, pkg, request.LocalDependencies)
	default:
		return nil, fmt.Errorf("no SDKs are generated for %s", h.language)
	}
}

func (h *host) GenerateProgram(
	_ context.Context, request *pulumirpc.GenerateProgramRequest,
) (*pulumirpc.GenerateProgramResponse, error) {
	client, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	parser := syntax.NewParser()
	for path, text := range request.Source {
		if err := parser.ParseFile(strings.NewReader(text), path); err != nil {
			return nil, err
		}
	}
	options := []pcl.BindOption{pcl.PreferOutputVersionedInvokes}
	if !request.Strict {
		options = append(options, pcl.NonStrictBindOptions()...)
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, schema.NewCachedLoader(client), options...)
	if err != nil {
		return nil, err
	}
	if program == nil || diagnostics.HasErrors() {
		return &pulumirpc.GenerateProgramResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}, nil
	}
	files, generated, err := nodejs.GenerateProgram(program)
	if err != nil {
		return nil, err
	}
	return &pulumirpc.GenerateProgramResponse{
		Source:      files,
		Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(append(diagnostics, generated...)),
	}, nil
}

func main() {
	// The process that started this one holds the other end: this one ends with it.
	stop := make(chan bool)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(stop)
	}()
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: stop,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, &host{language: os.Args[1]})
			return nil
		},
		Options: rpcutil.TracingServerInterceptorOptions(nil),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(handle.Port)
	if err := <-handle.Done; err != nil {
		panic(err)
	}
}
