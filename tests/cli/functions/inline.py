"""Runs the program of the working directory inline, by the Automation API: inline.py <operation> <stack>."""

import os
import runpy
import sys

from pulumi import automation

operation, stack_name = sys.argv[1:]
stack = automation.select_stack(
    stack_name=stack_name,
    project_name="inline",  # that of the Pulumi.yaml in the working directory wins
    program=lambda: runpy.run_path("__main__.py"),
    opts=automation.LocalWorkspaceOptions(work_dir=os.getcwd()),
)
getattr(stack, operation)(on_output=print)
