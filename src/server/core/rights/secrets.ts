import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** What seals secrets of shops in the database. */
export interface SecretsSettings {
  /** `SECRETS_KEY`: the first one seals, each opens, so that a key can be changed. */
  secretsKeys?: readonly string[] | undefined;
}

const algorithm = 'aes-256-gcm';

const keyOf = (text: string) => createHash('sha256').update(`secrets ${text}`).digest();
const nameOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** Seals a text for one place, such as a row: elsewhere it does not open. Undefined without a key. */
export function seal({ secretsKeys = [] }: SecretsSettings, text: string, place: string): string | undefined {
  const [first] = secretsKeys;
  if (first === undefined) return undefined;
  const key = keyOf(first);
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [nameOf(key), ...[iv, cipher.getAuthTag(), sealed].map((one) => one.toString('base64url'))].join(
    '.',
  );
}

/** The text; undefined when none of the keys opens it, or when it was sealed for another place. */
export function unseal(
  { secretsKeys = [] }: SecretsSettings,
  sealed: string,
  place: string,
): string | undefined {
  const [name, ...parts] = sealed.split('.');
  const key = secretsKeys.map(keyOf).find((one) => nameOf(one) === name);
  const [iv, tag, content] = parts.map((one) => Buffer.from(one, 'base64url'));
  if (!key || !iv || !tag || !content) return undefined;
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Whether it was sealed by the key that seals now. */
export function isCurrent({ secretsKeys: [first] = [] }: SecretsSettings, sealed: string): boolean {
  return first !== undefined && sealed.startsWith(`${nameOf(keyOf(first))}.`);
}
