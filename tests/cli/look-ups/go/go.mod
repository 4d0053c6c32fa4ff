module look-ups

go 1.25

require pulumi-graphplane/sdk/go v0.0.0

replace pulumi-graphplane/sdk/go => ./sdks/go
