/** A unique `Idempotency-Key`. `crypto.randomUUID` is unavailable on pages served over plain http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
