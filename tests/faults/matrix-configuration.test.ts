import { matrix } from "./matrix";

matrix("AddonConfiguration");
