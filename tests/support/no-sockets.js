/** Fails a test of `tests/unit` that opens a socket, listening or connecting. */
const { AsyncLocalStorage } = require("node:async_hooks");
const { join, sep } = require("node:path");
const net = require("node:net");

if (expect.getState().testPath.startsWith(join(__dirname, "..", "unit") + sep)) {
  const { listen } = net.Server.prototype;
  const { connect } = net.Socket.prototype;
  // What an earlier file of this process left running, such as a client that connects again, is not of this file.
  const ofThisFile = new AsyncLocalStorage();
  ofThisFile.enterWith(true);
  let refused;
  const refuseInsteadOf = (open) =>
    function (...args) {
      if (ofThisFile.getStore() !== true) return open.apply(this, args);
      refused = new Error("A test of tests/unit opens no socket: move it to tests/integration");
      throw refused;
    };
  net.Server.prototype.listen = refuseInsteadOf(listen);
  net.Socket.prototype.connect = refuseInsteadOf(connect);
  // A test that expects a failure does not see that it is this one.
  afterEach(() => {
    const error = refused;
    refused = undefined;
    if (error !== undefined) throw error;
  });
  // These objects are Node's own: every test file of this process shares them.
  afterAll(() => {
    net.Server.prototype.listen = listen;
    net.Socket.prototype.connect = connect;
    // Left enabled, it would be copied into each promise of every later file.
    ofThisFile.disable();
  });
}
