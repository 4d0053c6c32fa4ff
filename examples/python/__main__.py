import pulumi
import pulumi_graphplane as graphplane

config = pulumi.Config()

# The SDK comes from "npm run sdks", the plugin from "npm run plugin".
settings = graphplane.WorkspaceSettings(
    "analytics",
    workgroup_id=config.require("workgroupId"),
    workspace_id=config.require("workspaceId"),
    auto_stop_minutes=45,
)

pulumi.export("host", settings.host)
