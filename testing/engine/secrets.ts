import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { EngineError } from "./errors";

const ITERATIONS = 1_000_000;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** A known text; its encrypted form in the salt reveals a wrong passphrase at once. */
const PROBE = "pulumi";

const keys = new Map<string, Promise<Buffer>>();

/** Encrypts and decrypts with one passphrase, in the Pulumi CLI's `passphrase` format. */
export class Crypter {
  private constructor(
    private readonly key: Buffer,
    /** `v1:<salt>:v1:<nonce>:<cipher>`: all that is needed in addition to the passphrase; it is kept in the checkpoint. */
    readonly state: string,
  ) {}

  /** A crypter with a new salt. */
  static async create(passphrase: string): Promise<Crypter> {
    const salt = randomBytes(8);
    const key = await deriveKey(passphrase, salt);
    return new Crypter(key, `v1:${salt.toString("base64")}:${encryptWith(key, PROBE)}`);
  }

  /** The crypter of an existing state; a wrong passphrase is a typed error. */
  static async open(passphrase: string, state: string): Promise<Crypter> {
    const [version, salt, ...probe] = state.split(":");
    if (version !== "v1" || salt === undefined || probe.length !== 3) {
      throw new EngineError("bad-state", "The checkpoint's encryption salt is malformed; restore the checkpoint from its backup.");
    }
    const key = await deriveKey(passphrase, Buffer.from(salt, "base64"));
    try {
      if (decryptWith(key, probe.join(":")) === PROBE) return new Crypter(key, state);
    } catch {
      // If the cipher fails to authenticate, the passphrase is wrong too.
    }
    throw new EngineError(
      "wrong-passphrase",
      "The passphrase does not fit this stack. Open it with the passphrase that it was created with (`passphrase`, or PULUMI_CONFIG_PASSPHRASE).",
    );
  }

  encrypt(text: string): string {
    return encryptWith(this.key, text);
  }

  decrypt(text: string): string {
    return decryptWith(this.key, text);
  }
}

function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  const name = `${salt.toString("base64")}:${passphrase}`;
  const known = keys.get(name) ?? promisify(pbkdf2)(passphrase, salt, ITERATIONS, KEY_BYTES, "sha256");
  keys.set(name, known);
  return known;
}

function encryptWith(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

function decryptWith(key: Buffer, text: string): string {
  const [version, nonce, sealed] = text.split(":");
  if (version !== "v1" || !nonce || !sealed) throw new EngineError("bad-state", "An encrypted value of the checkpoint is malformed.");
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)), decipher.final()]).toString("utf8");
}
