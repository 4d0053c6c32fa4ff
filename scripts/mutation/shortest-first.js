const { default: Sequencer } = require("@jest/test-sequencer");

module.exports = class ShortestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => (a.duration ?? 0) - (b.duration ?? 0));
  }
};
