package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"reflect"
	"sort"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"replace-before-release.invalid/graphplane/sdk/go/graphplane"
)

var functions = map[string]any{
	"getAddonConfigurations": graphplane.GetAddonConfigurations,
	"getAddonWorkspaces":     graphplane.GetAddonWorkspaces,
	"getAllowList":           graphplane.LookupAllowList,
	"getBackupSchedule":      graphplane.LookupBackupSchedule,
	"getBackups":             graphplane.GetBackups,
	"getCloudProviders":      graphplane.GetCloudProviders,
	"getDatabase":            graphplane.GetDatabase,
	"getInstalledAddon":      graphplane.GetInstalledAddon,
	"getInstalledAddons":     graphplane.GetInstalledAddons,
	"getRestoreJob":          graphplane.GetRestoreJob,
	"getSchedules":           graphplane.GetSchedules,
	"getWorkgroup":           graphplane.LookupWorkgroup,
	"getWorkgroups":          graphplane.GetWorkgroups,
	"getWorkspace":           graphplane.LookupWorkspace,
	"getWorkspaceOptions":    graphplane.GetWorkspaceOptions,
}

// Calls a function; its arguments are a struct whose fields have the names of the schema in their tags.
func call(ctx *pulumi.Context, name string, args map[string]string) (any, error) {
	function := reflect.ValueOf(functions[name])
	if !function.IsValid() {
		return nil, fmt.Errorf("the program does not call %s", name)
	}
	given := []reflect.Value{reflect.ValueOf(ctx)}
	if function.Type().NumIn() == 3 {
		fields := reflect.New(function.Type().In(1).Elem())
		for index := range fields.Elem().NumField() {
			field := fields.Elem().Field(index)
			value, found := args[fields.Elem().Type().Field(index).Tag.Get("pulumi")]
			if !found {
				continue
			}
			if field.Kind() == reflect.Pointer {
				field.Set(reflect.ValueOf(&value))
			} else {
				field.SetString(value)
			}
		}
		given = append(given, fields)
	}
	results := function.Call(given)
	if err, failed := results[1].Interface().(error); failed {
		return nil, err
	}
	return results[0].Interface(), nil
}

func program(ctx *pulumi.Context) error {
	var wanted map[string]map[string]string
	if err := json.Unmarshal([]byte(config.Require(ctx, "functions")), &wanted); err != nil {
		return err
	}
	found := map[string]any{}
	called := []string{}
	for name, args := range wanted {
		result, err := call(ctx, name, args)
		if err != nil {
			return err
		}
		found[name] = result
		called = append(called, name)
	}
	sort.Strings(called)
	ctx.Export("called", pulumi.ToStringArray(called))
	ctx.Export("installedAddons", pulumi.Any(found["getInstalledAddons"].(*graphplane.GetInstalledAddonsResult).InstalledAddons.Value))
	ctx.Export("installedAddon", pulumi.Any(found["getInstalledAddon"].(*graphplane.GetInstalledAddonResult).InstalledAddon.Value))
	ctx.Export("configurations", pulumi.Any(found["getAddonConfigurations"].(*graphplane.GetAddonConfigurationsResult).Configurations.Value))
	ctx.Export("workspace", pulumi.String(*found["getWorkspace"].(*graphplane.LookupWorkspaceResult).Name))
	ctx.Export("schedules", pulumi.Int(len(found["getSchedules"].(*graphplane.GetSchedulesResult).Schedules)))
	ctx.Export("output", graphplane.GetInstalledAddonsOutput(ctx).InstalledAddons().Value().ApplyT(func(value any) int {
		return len(value.([]any))
	}))
	return nil
}

// Updates the stack that the argument names, inline.
func main() {
	ctx := context.Background()
	stack, err := auto.SelectStackInlineSource(ctx, os.Args[1], "functions", program, auto.WorkDir("."))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := stack.Up(ctx, optup.ProgressStreams(os.Stdout)); err != nil {
		log.Fatal(err)
	}
}
