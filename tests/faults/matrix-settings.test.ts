import { matrix } from "./matrix";

matrix("WorkspaceSettings");
