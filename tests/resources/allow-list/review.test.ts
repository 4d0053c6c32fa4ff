import { secretText } from "../../../provider/messages/message";
import { switchPath } from "../../../provider/resources/allow-list/description";

const path = "/workgroups/wg/allow_list";
const declared = (enabled: unknown) => ({ workgroupId: "wg", enabled });

test.each([
  ["enable", true],
  ["disable", false],
  ["[secret]", secretText],
])("the path ends in %s where enabled is %s", (end, enabled) => expect(switchPath(declared(enabled), enabled)).toBe(`${path}/${end}`));
