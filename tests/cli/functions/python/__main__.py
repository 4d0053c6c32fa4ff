import json
import re

import pulumi
import pulumi_graphplane as graphplane


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


functions = json.loads(pulumi.Config().require("functions"))
found = {}
for name, args in functions.items():
    call = getattr(graphplane, snake(name))
    found[name] = call(**{snake(key): value for key, value in args.items()})

pulumi.export("called", sorted(found))
pulumi.export("installedAddons", found["getInstalledAddons"].installed_addons.value)
pulumi.export("installedAddon", found["getInstalledAddon"].installed_addon.value)
pulumi.export("configurations", found["getAddonConfigurations"].configurations.value)
pulumi.export("workspace", found["getWorkspace"].name)
pulumi.export("schedules", len(found["getSchedules"].schedules))
pulumi.export(
    "output",
    graphplane.get_installed_addons_output().apply(lambda result: len(result.installed_addons.value)),
)
