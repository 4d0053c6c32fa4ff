#!/bin/sh
# Starts the host of dynamic resources of the SDK that is installed for the program, whose folder is the working directory.
exec node -e 'require("@pulumi/pulumi/cmd/dynamic-provider")' dynamic-provider "$@"
