import type { Outgoing, Sender } from '@/server/integrations/mail/mail';
import { SendError } from '@/server/integrations/mail/send-error';
import { ask } from '@/server/integrations/outgoing/outgoing';
import { ServiceError } from '@/server/integrations/service-error';

export interface SmsSettings {
  url: string;
  key?: string | undefined;
  /** Sender name that receivers see. */
  from?: string | undefined;
}

/** Statuses that do not concern the message itself: authentication and rate limits. */
const passing = [401, 402, 403, 404, 405, 407, 408, 409, 421, 423, 425, 429];

/**
 * Sends SMS through an HTTP gateway: `POST {to, text, from, id}` with a bearer key; any 2xx means accepted. The id is the
 * same for every attempt and is sent as `Idempotency-Key`, too.
 */
export function openSms({ url, key, from }: SmsSettings, timeoutMs = 10_000): Sender {
  return async (message) => {
    const { status } = await ask(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': message.key,
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        to: toE164(message),
        text: message.body,
        ...(from && { from }),
        id: message.key,
      }),
      totalMs: timeoutMs,
      // It is untrusted.
      withoutBody: true,
    }).catch((error: unknown) => {
      const { failure } = ServiceError.of(error);
      throw new SendError(failure, { failure });
    });
    if (status >= 200 && status <= 299) return;
    const isFinal = status >= 400 && status < 500 && !passing.includes(status);
    const { failure } = ServiceError.ofStatus(status);
    throw new SendError(`HTTP ${status}`, isFinal ? { isFinal } : { failure });
  };
}

/** Normalises a number to `+79991234567`. */
function toE164({ to }: Outgoing): string {
  const number = `+${to.replace(/\D/g, '')}`;
  if (!/^\+[1-9]\d{7,14}$/.test(number)) throw new SendError('No number of a telephone', { isFinal: true });
  return number;
}
