module functions

go 1.25

require replace-before-release.invalid/graphplane/sdk/go v0.0.0

replace replace-before-release.invalid/graphplane/sdk/go => ./sdks/go
