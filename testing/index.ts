/** The emulated service, for tests of your own programs. It runs locally and needs no account. */
export * from "./emulator";
