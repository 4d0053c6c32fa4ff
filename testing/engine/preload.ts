import type NodeModule from "node:module";

/**
 * Ends the process when the pipe to its parent closes, which the kernel does even if the parent is killed. Worker threads have no
 * such pipe, and must not mistake that for the parent's end.
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
 * Makes the Pulumi SDK load the compiler and the package manager (which it needs to serialize functions) and the exporters of
 * traces only when it uses them: otherwise they take three quarters of the start of a program. The function runs in the child
 * process, so it cannot refer to anything outside itself.
 */
function loadLate(Module: typeof NodeModule): void {
  const loader = Module as unknown as { _load: Load; _resolveFilename: Load };
  const load = loader._load;
  loader._load = function (request, parent, isMain) {
    const late =
      /^(typescript|@npmcli\/arborist|@opentelemetry\/(?!api$).*)$/.test(request) &&
      /[\\/]@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? "");
    if (!late) return load.call(this, request, parent, isMain);
    // If it is not installed, the SDK must see that at once: it has a substitute.
    loader._resolveFilename(request, parent, isMain);
    let loaded: Record<string | symbol, unknown> | undefined;
    const real = () => (loaded ??= load.call(this, request, parent, isMain) as Record<string | symbol, unknown>);
    const get = (_: object, key: string | symbol) => {
      // Compiled code reads this from a module as it imports it, before it uses it.
      if (key === "__esModule") return true;
      return key === "default" ? (real().default ?? real()) : real()[key];
    };
    return new Proxy({}, { get, has: (_, key) => key in real() });
  };
}

/** The code that each child process runs first, as the value of Node's `--import`. */
export const preload = `data:text/javascript,${encodeURIComponent(
  [TETHER, `import Module from "node:module";`, `(${loadLate.toString()})(Module);`, "//# sourceURL=embedded-engine:preload"].join("\n"),
)}`;
