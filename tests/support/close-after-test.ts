const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** Closes something once the test has ended, whether it passed or failed; returns it. */
export function closeAfterTest<One extends { close(): Promise<unknown> }>(one: One): One {
  open.push(one);
  return one;
}
