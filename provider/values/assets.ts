/** Handles files and archives. The engine passes them with their contents in some calls, and only with the hash in others. Pure. */

/** The key that marks the engine's own objects, such as secrets and assets. User data must not contain it. */
export const signatureKey = "4dabf18193072939515e22adb298388d";

const signatures: readonly unknown[] = ["c44067f5952c0a294b673a41bacd8c17", "0def7320c3a5731c473e5ecbe6d01bc7"];

/** Returns the part of an asset or an archive that every call of the engine contains. Returns any other object unchanged. */
export function withoutContents(value: Record<string, unknown>): Record<string, unknown> {
  const { [signatureKey]: signature, hash } = value;
  const isHashed = signatures.includes(signature) && typeof hash === "string" && hash !== "";
  return isHashed ? { [signatureKey]: signature, hash } : value;
}
