const { default: Sequencer } = require("@jest/test-sequencer");

/** Folders whose tests start processes or play many cases: begun last, one of them would run alone at the end. */
const longest = ["/tests/contract/contract", "/tests/faults/matrix", "/tests/faults/"];

/** Begins the longest files first, also where no earlier run tells how long each takes, as in a fresh clone. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const place = longest.findIndex((folder) => path.includes(folder));
      return place === -1 ? longest.length : place;
    };
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
