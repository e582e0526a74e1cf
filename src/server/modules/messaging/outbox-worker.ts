import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '@/server/core/context';
import type { Jobs } from '@/server/core/jobs/job';
import type { ServiceWatch } from '@/server/integrations/health';
import { openMail, type Sender } from '@/server/integrations/mail/mail';
import { SendError } from '@/server/integrations/mail/send-error';
import type { SendSettings } from '@/server/integrations/send-settings';
import { openSms } from '@/server/integrations/sms/sms';

/** Lease of a claimed message: longer than any attempt takes. */
const leaseMs = 3 * 60_000;
/** Messages sent concurrently; mail servers limit connections. */
const atOnce = 5;
/** Delays after each failed attempt; the last one repeats until the message is given up. */
const pauseMinutes = [0.5, 1, 2, 5, 10, 20, 30, 60, 120];

type Channel = 'mail' | 'sms';

export interface SendDeps {
  db: Database;
  now: () => Date;
  publicUrl: string;
  watch?: ServiceWatch | undefined;
}

export type SendJobDeps = SendDeps & SendSettings;

/** Senders of the channels that have a configured service. */
function sendersOf({ smtp, sms }: SendSettings): [Channel, Sender][] {
  return [
    ...(smtp ? [['mail', openMail(smtp)] as [Channel, Sender]] : []),
    ...(sms ? [['sms', openSms(sms)] as [Channel, Sender]] : []),
  ];
}

interface Due {
  id: number;
  recipient: string;
  template: string;
  subject: string | null;
  body: string;
  unsubscribe: string | null;
  created_at: Date;
  attempts: number;
}

/**
 * Sends the pending messages of a channel, a few at a time, until none is left or the service accepts none. Safe with
 * several processes: each message is leased to one. After a crash it is sent again when the lease ends, with the same
 * key. Returns how many were sent.
 */
export async function sendDue(
  deps: SendDeps,
  channel: Channel,
  sender: Sender,
  isStopped: () => boolean = () => false,
): Promise<number> {
  await giveUp(deps, channel);
  let sent = 0;
  while (!isStopped()) {
    const holder = randomUUID();
    const due = await claim(deps, channel, holder);
    const results = await Promise.all(due.map((message) => sendOne(deps, channel, sender, message, holder)));
    sent += results.filter((result) => result === 'sent').length;
    // A service that is down is left alone until the next round.
    if (due.length < atOnce || results.every((result) => result === 'later')) break;
  }
  return sent;
}

/** Gives up expired messages: a code that is no longer valid, or one that was not accepted for a day. */
async function giveUp({ db, now }: SendDeps, channel: Channel): Promise<void> {
  const moment = now();
  await sql`update outbox set failed_at = ${moment}, claim = null
    where channel = ${channel} and sent_at is null and failed_at is null and next_at <= ${moment}
      and (expires_at <= ${moment} or give_up_at <= ${moment})`.execute(db);
}

/**
 * `skip locked`: concurrent workers claim different messages. An array, because the planner may run a subquery of `in`
 * more than once, and each run would claim further messages.
 */
async function claim({ db, now }: SendDeps, channel: Channel, claim: string): Promise<Due[]> {
  const moment = now();
  const { rows } = await sql<Due>`update outbox
    set claim = ${claim}, attempts = attempts + 1, next_at = ${new Date(moment.getTime() + leaseMs)}
    where id = any(array(select id from outbox
      where channel = ${channel} and sent_at is null and failed_at is null and next_at <= ${moment}
      order by next_at, id limit ${atOnce} for update skip locked))
    returning id, recipient, template, subject, body, unsubscribe, created_at, attempts`.execute(db);
  return rows;
}

async function sendOne(
  deps: SendDeps,
  channel: Channel,
  sender: Sender,
  message: Due,
  claim: string,
): Promise<'sent' | 'failed' | 'later'> {
  const { id, recipient, subject, body } = message;
  const key = `outbox.${id}.${message.created_at.getTime()}`;
  const digest = message.template === 'digest' ? `${deps.publicUrl}/admin/profile-update` : undefined;
  const unsubscribe = message.unsubscribe ?? digest;
  try {
    await sender({ key, to: recipient, subject, body, unsubscribe });
  } catch (error) {
    const problem = error instanceof SendError ? error : new SendError(String(error), {});
    if (problem.failure) deps.watch?.failed(channel, problem.failure);
    await noteFailure(deps, message, claim, problem);
    return problem.isFinal ? 'failed' : 'later';
  }
  deps.watch?.succeeded(channel);
  // Whoever holds the lease by now, the message was sent.
  await sql`update outbox set sent_at = ${deps.now()}, failed_at = null, last_error = null, claim = null
    where id = ${id} and sent_at is null`.execute(deps.db);
  return 'sent';
}

async function noteFailure({ db, now }: SendDeps, { id, attempts }: Due, claim: string, problem: SendError) {
  const moment = now();
  const minutes = pauseMinutes[attempts - 1] ?? pauseMinutes.at(-1) ?? 0;
  const next = new Date(moment.getTime() + minutes * 60_000);
  // Capped at the deadline, where a message that is no longer useful is given up.
  await sql`update outbox set claim = null, last_error = ${problem.message},
      failed_at = ${problem.isFinal ? moment : null}::timestamptz, next_at = least(${next}::timestamptz, give_up_at)
    where id = ${id} and claim = ${claim} and sent_at is null`.execute(db);
}

/** Sends each channel that has a service, as soon as a message is added. The rows hold their own leases. */
export const sendJobs: Jobs<SendJobDeps> = (deps, log) => {
  const senders = sendersOf(deps);
  for (const channel of ['mail', 'sms']) {
    if (!senders.some(([name]) => name === channel))
      log.info({ channel }, 'no service: messages stay in the outbox');
  }
  return senders.map(([channel, sender]) => ({
    kind: 'local',
    name: `send-${channel}`,
    everyMs: 15_000,
    runsAtStart: true,
    wakeOn: 'gostiny_outbox',
    run: ({ signal }) => sendDue(deps, channel, sender, () => signal.aborted),
  }));
};
