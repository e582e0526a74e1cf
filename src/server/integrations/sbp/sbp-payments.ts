import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** A payment of the fast payment system. */
interface SbpPayment {
  id: string;
  /** Opens the bank's app; also the content of the QR code. */
  link: string;
}

export interface SbpSettings {
  /** Key that signs webhooks of a demo's stand-in; without it their route does not exist. */
  sbpSecret?: string | undefined;
  demo: boolean;
}

/**
 * Whether orders can be paid by the fast payment system, for settings, checkout and the list of services: through a bank
 * with signed webhooks, in a demo where an administrator acts as the bank, or not at all.
 */
export function sbpState(given: SbpSettings): 'connected' | 'built-in' | 'off' {
  if (given.sbpSecret) return 'connected';
  return given.demo ? 'built-in' : 'off';
}

/**
 * Opens a payment of an amount in kopecks at a stand-in: the link has the real format with our own number. In a demo it leads
 * to the page of its bank below `bank`, where whoever follows it pays, or an administrator does
 * (`POST dev/payments/{payment_id}`).
 */
export function openSbpPayment(kopecks: number, bank?: string): SbpPayment {
  const id = `AD${randomUUID().replaceAll('-', '').toUpperCase().slice(0, 30)}`;
  const link = bank ? `${bank}/${id}` : `https://qr.nspk.ru/${id}?type=02&sum=${kopecks}&cur=RUB`;
  return { id, link };
}

/** HMAC-SHA256 of a webhook body, in hex. */
export function signSbp(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Verifies a webhook's signature in constant time. */
export function isSignedSbp(secret: string, body: string, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signSbp(secret, body), 'hex'), Buffer.from(signature, 'hex'));
}
