import { matrix } from "./matrix";

matrix("QueryRun");
