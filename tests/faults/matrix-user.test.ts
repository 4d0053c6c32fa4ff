import { matrix } from "./matrix";

matrix("DatabaseUser");
