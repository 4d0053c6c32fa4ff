import type NodeModule from "node:module";

/**
 * Ends the process when the pipe to us closes, which the kernel does even if we are killed without warning.
 * Worker threads have no such pipe and must not mistake that for our end.
 */
const TETHER = [
  `import { isMainThread } from "node:worker_threads";`,
  `if (isMainThread) {`,
  `  process.stdin.on("end", () => process.exit(143)).on("error", () => process.exit(143)).resume();`,
  `  process.stdin.unref?.();`,
  `}`,
].join("\n");

type Load = (request: string, parent: { filename: string | null } | undefined, isMain: boolean) => object;

/**
 * Lets the Pulumi SDK load the compiler and the package manager, with which it serializes functions, and the exporters of
 * traces only once it uses them: loaded at once they take three quarters of the time in which a program starts. It is run
 * in the child, so it may name nothing outside of itself.
 */
function loadLate(Module: typeof NodeModule): void {
  const loader = Module as unknown as { _load: Load; _resolveFilename: Load };
  const load = loader._load;
  loader._load = function (request, parent, isMain) {
    const late =
      /^(typescript|@npmcli\/arborist|@opentelemetry\/(?!api$).*)$/.test(request) &&
      /[\\/]@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? "");
    if (!late) return load.call(this, request, parent, isMain);
    // Where it is not installed, that must be known at once: the SDK has another one then.
    loader._resolveFilename(request, parent, isMain);
    let loaded: Record<string | symbol, unknown> | undefined;
    const real = () => (loaded ??= load.call(this, request, parent, isMain) as Record<string | symbol, unknown>);
    const get = (_: object, key: string | symbol) => {
      // What compiled code asks of a module that it has just imported, before it uses it.
      if (key === "__esModule") return true;
      return key === "default" ? (real().default ?? real()) : real()[key];
    };
    return new Proxy({}, { get, has: (_, key) => key in real() });
  };
}

/** What every child runs before anything else, as the value of Node's `--import`. */
export const preload = `data:text/javascript,${encodeURIComponent(
  [TETHER, `import Module from "node:module";`, `(${loadLate.toString()})(Module);`, "//# sourceURL=embedded-engine:preload"].join("\n"),
)}`;
