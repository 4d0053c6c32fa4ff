import { matrix } from "./matrix";

matrix();
