/**
 * Prints errors without colors. Node 20.20 colors them in an endless loop, until it runs out of memory, if a stack contains a file directly
 * below `node_modules/@scope/`, as the SDK's source maps do (https://github.com/nodejs/node/issues/64011).
 */
const util = require("node:util");

util.inspect = new Proxy(util.inspect, {
  apply: (inspect, self, [value, options, ...rest]) =>
    util.types.isNativeError(value)
      ? inspect.call(self, value, { ...options, colors: false })
      : inspect.call(self, value, options, ...rest),
});
