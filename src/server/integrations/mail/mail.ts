import { isIP, Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { ServiceFailure } from '@/contract/settings/outside';
import { emailHtml } from './html';
import { SendError } from './send-error';

/** An e-mail or SMS to send. */
export interface Outgoing {
  /** The same for every attempt, so that the receiver drops duplicates. */
  key: string;
  to: string;
  subject: string | null;
  body: string;
  unsubscribe: string | undefined;
}

/** Throws SendError. */
export type Sender = (message: Outgoing) => Promise<void>;

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465` */
  url: string;
  /** `Гостиный двор <no-reply@shop.ru>` */
  from: string;
}

/** Maximum total time for one e-mail, however slowly the server responds; then its connection is closed. */
const longestMs = 60_000;
/** How long a server is waited for that was told good-bye. */
const farewellMs = 1000;

/** Sends e-mails over SMTP; `timeoutMs` limits the server's silence, `wholeMs` the whole conversation. */
export function openMail(smtp: SmtpSettings, timeoutMs = 15_000, wholeMs = longestMs): Sender {
  const { from } = smtp;
  const transport = openTransport(smtp, timeoutMs);
  const host = /@([\p{L}\p{N}.-]+)>?\s*$/u.exec(from)?.[1] ?? 'localhost';
  return async ({ key, to, subject, body, unsubscribe }) => {
    const signal = AbortSignal.timeout(wholeMs);
    const sent = transport.sendMail({
      signal,
      from,
      // As an object: a string would be parsed as a list of addresses.
      to: { name: '', address: to },
      subject: (subject ?? '').replace(/\p{Cc}+/gu, ' '),
      text: body,
      html: emailHtml(body),
      messageId: `<${key}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(unsubscribe && { list: { unsubscribe } }),
    });
    try {
      await sent;
    } catch (error) {
      throw signal.aborted ? new SendError('Too slow', { failure: 'timeout' }) : readError(error);
    }
  };
}

/**
 * Signs in to the mail server without sending anything. Throws the server's error, or one of its own after `wholeMs`,
 * however the server goes on; its connection is closed then.
 */
export async function checkMail(smtp: SmtpSettings, timeoutMs: number, wholeMs = longestMs): Promise<void> {
  const signal = AbortSignal.timeout(wholeMs);
  // The library ends a letter by a signal, and not this.
  const socket = new Socket({ signal });
  await openTransport(smtp, timeoutMs, { socket })
    .verify()
    .catch((error: unknown) => {
      throw signal.aborted ? new Error('it goes on without end') : error;
    });
}

function openTransport({ url }: SmtpSettings, timeoutMs: number, more: { socket?: Socket } = {}) {
  return createTransport({
    url,
    ...more,
    // Never send a password unencrypted to another machine.
    requireTLS: mustHide(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: farewellMs,
    // Never attach files or URLs that a text names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function mustHide(url: string): boolean {
  const { protocol, hostname, username, searchParams } = new URL(url);
  if (protocol !== 'smtp:' || username === '' || searchParams.has('requireTLS')) return false;
  return hostname !== 'localhost' && !(isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** Maps an SMTP error. 5xx for an address or a text is permanent; for a password it is not. */
function readError(error: unknown): SendError {
  if (error instanceof SendError) return error;
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number };
  const text = message ?? String(error);
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    const isFinal = responseCode === undefined || responseCode >= 500;
    return new SendError(text, { isFinal });
  }
  return new SendError(text, { failure: failureOf(code, responseCode) });
}

function failureOf(code: string | undefined, status: number | undefined): ServiceFailure {
  if (code === 'ETIMEDOUT') return 'timeout';
  if (status !== undefined) return `refused ${status}`;
  return code === 'EPROTOCOL' ? 'unreadable' : 'unreachable';
}
