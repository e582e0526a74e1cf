import { sql } from 'kysely';
import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { Database } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import type {
  CashRegister,
  RegisterAnswer,
  RegisterOwner,
  SentDocument,
} from '@/server/integrations/registers/cash-register';
import { applyAnswer, blockedBy, writeReceipt } from './apply-answer';
import { buildDocument } from './build-document';
import type { RegisterQueue } from './lane';
import { findReceipt, type StoredReceipt } from './stored-receipt';

export type QueueDeps = Pick<RequestDeps, 'db' | 'now' | 'publicUrl' | 'patience'>;

/** Whoever asks has this long before another process may; a process that died leaves it to others then. */
const claimMs = 150_000;

/**
 * Sends a receipt, looks for one whose answer was lost, or reads what became of it. Undefined when there was nothing to ask:
 * somebody else was faster, or a person must change something first.
 */
export async function askRegister(
  deps: QueueDeps,
  lane: RegisterQueue,
  found: StoredReceipt,
): Promise<RegisterAnswer | undefined> {
  const isFirst = found.state === 'waiting';
  const document = await buildDocument(deps, lane.register, found);
  if (typeof document === 'string') {
    await noteMissing(deps, found, document);
    return undefined;
  }
  const receipt = await claim(deps, lane, found, document.owner);
  if (!receipt?.sent_as || !receipt.sent_at) return undefined;
  const { sent_as: id, sent_at: sentAt } = receipt;
  const answer = await ask(lane.register, receipt, { ...document, id, sentAt, at: sentAt }, isFirst);
  await applyAnswer(deps, { receipt, isFirst }, answer);
  return answer;
}

/** What was sent before stays open: the register may have it. */
async function noteMissing({ db, now }: QueueDeps, { id, state }: StoredReceipt, failure: ReceiptFailure) {
  const moment = now();
  const later = { next_ask_at: new Date(moment.getTime() + claimMs), error_code: failure, error_text: null };
  const change = state === 'waiting' ? blockedBy(failure, null) : later;
  await writeReceipt({ db, now: moment }, id, change);
}

async function ask(
  register: CashRegister,
  receipt: StoredReceipt,
  document: SentDocument,
  isFirst: boolean,
): Promise<RegisterAnswer> {
  if (isFirst) return register.send(document);
  if (receipt.state === 'asked' && receipt.register_id !== null) return register.read(receipt.register_id);
  const answer = await register.find(document);
  return answer.kind === 'none' ? register.send(document) : answer;
}

/**
 * Takes a receipt for one of those who try at once. What was not sent yet is `unknown` before it is, so that a process that
 * dies meanwhile leaves one that is looked for (rules/receipts: an id is stored before it is sent).
 */
async function claim(
  { db, now }: QueueDeps,
  { key }: RegisterQueue,
  found: StoredReceipt,
  owner: RegisterOwner,
): Promise<StoredReceipt | undefined> {
  const moment = now();
  const isFirst = found.state === 'waiting';
  const taken = await db
    .updateTable('receipts')
    .set({
      ...(isFirst && {
        state: 'unknown',
        register: key,
        seller: JSON.stringify(owner),
        sent_as: await documentId(db, found),
        sent_at: moment,
      }),
      asks: found.asks + 1,
      next_ask_at: new Date(moment.getTime() + claimMs),
      updated_at: moment,
    })
    .where('id', '=', found.id)
    .where('state', '=', found.state)
    .where('asks', '=', found.asks)
    .where('attempt', '=', found.attempt)
    .where('next_ask_at', '<=', moment)
    .returning('id')
    .executeTakeFirst();
  return taken && findReceipt(db, found.id);
}

/** The same for a database that was restored from a backup: the register then finds what it has already registered. */
async function documentId(db: Database, { id, order_id, attempt }: StoredReceipt): Promise<string> {
  const { tracking_number } = await db
    .selectFrom('orders')
    .select('tracking_number')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  return `${tracking_number}-${id}-${attempt}`;
}

/**
 * The next receipt for a register, oldest first, and none before the earlier ones of its order are registered
 * there (rules/receipts: receipts of an order keep their order). A correction does not wait for what it corrects.
 */
export async function nextReceipt(
  { db, now }: Pick<QueueDeps, 'db' | 'now'>,
  { key, acceptsNew, shopId }: RegisterQueue,
): Promise<StoredReceipt | undefined> {
  const { rows } = await sql<{ id: number }>`select r.id from receipts r
    where r.state in ('waiting', 'asked', 'unknown') and r.next_ask_at <= ${now()}
      and (r.register = ${key} or r.register is null and ${acceptsNew}) and r.shop_id is not distinct from ${shopId}::bigint
      and not exists (select from receipts e where e.order_id = r.order_id and e.id < r.id
        and e.shop_id is not distinct from r.shop_id
        and e.state in ('waiting', 'asked', 'unknown', 'blocked') and e.id is distinct from r.corrects_id)
    order by r.id limit 1`.execute(db);
  return rows[0] && findReceipt(db, rows[0].id);
}
