import { type WorkspaceSettingsArgs, WorkspaceSettings } from "pulumi-graphplane";
import { handler } from "pulumi-graphplane/handler";
import { Provider } from "pulumi-graphplane/native";
import { type Emulator, startEmulator } from "pulumi-graphplane/testing";

const args: WorkspaceSettingsArgs = { workgroupId: "wg", workspaceId: "ws", addons: { insights: { enable: true } } };
export const settings = (): WorkspaceSettings => new WorkspaceSettings("settings", args);
export const emulator = (): Promise<Emulator> => startEmulator();
export const account = (): Provider => new Provider("account");
export const provider = handler;
