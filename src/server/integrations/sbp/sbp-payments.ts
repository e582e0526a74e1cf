import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** A payment as the fast payment system knows it (reference russia §3.3). */
interface SbpPayment {
  /** The gateway's own number. */
  id: string;
  /** Opens the bank's app; also what the QR code holds. */
  link: string;
}

/**
 * Whether orders can be paid by the fast payment system, for the settings, the checkout and the list of services alike:
 * through a bank whose notices can be checked, in a demo with an administrator in its place, or not at all.
 */
export function sbpState(given: {
  sbpSecret?: string | undefined;
  demo: boolean;
}): 'connected' | 'built-in' | 'off' {
  if (given.sbpSecret) return 'connected';
  return given.demo ? 'built-in' : 'off';
}

/**
 * Opens a payment of so many kopecks. No acquirer is connected yet: the link has the real form and its number is ours; an
 * administrator plays the bank in a demo (`POST dev/payments/{payment_id}`).
 */
export function openSbpPayment(kopecks: number): SbpPayment {
  const id = `AD${randomUUID().replaceAll('-', '').toUpperCase().slice(0, 30)}`;
  return { id, link: `https://qr.nspk.ru/${id}?type=02&sum=${kopecks}&cur=RUB` };
}

/** HMAC-SHA256 of a webhook's body, in hex. */
export function signSbp(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Whether a webhook is the gateway's: its signature is compared in a time that tells nothing. */
export function isSignedSbp(secret: string, body: string, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signSbp(secret, body), 'hex'), Buffer.from(signature, 'hex'));
}
