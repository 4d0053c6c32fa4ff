import { WorkspaceSettings } from "pulumi-graphplane";
import { createClient } from "pulumi-graphplane/client";
import { handler } from "pulumi-graphplane/handler";
import { startEmulator } from "pulumi-graphplane/testing";

console.log([WorkspaceSettings, createClient, handler, startEmulator].map((value) => typeof value).join(" "));
