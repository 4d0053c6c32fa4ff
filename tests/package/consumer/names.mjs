import { WorkspaceSettings } from "pulumi-graphplane";
import { createClient } from "pulumi-graphplane/client";
import { handler } from "pulumi-graphplane/handler";
import { Provider } from "pulumi-graphplane/native";
import { startEmulator } from "pulumi-graphplane/testing";

console.log([WorkspaceSettings, createClient, handler, Provider, startEmulator].map((value) => typeof value).join(" "));
