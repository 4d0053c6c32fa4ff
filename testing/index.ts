/** For tests of your own programs: the emulated service. It runs on this machine alone, without an account. */
export * from "./emulator";
