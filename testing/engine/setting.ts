import { type Checkpoint } from "./checkpoint";
import { type Project } from "./project";
import { type Properties } from "./values";

/** What every operation on a stack needs. */
export interface Setting {
  project: Project;
  stack: string;
  checkpoint: Checkpoint;
  config: Properties;
  parallel: number;
  env: NodeJS.ProcessEnv;
}
