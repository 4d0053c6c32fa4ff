import { matrix } from "./matrix";

matrix("WorkspaceRefresh");
