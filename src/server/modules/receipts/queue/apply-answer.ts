import { sql, type UpdateObject } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { Ctx, Database } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import type { FiscalData, RegisterAnswer } from '@/server/integrations/registers/cash-register';
import { nextAskAt, nextTryAt } from './next-ask';
import type { StoredReceipt } from './stored-receipt';

type Change = UpdateObject<DB, 'receipts'>;

/** A receipt as it was sent, and the state that it had before. */
export interface AskedReceipt {
  receipt: StoredReceipt;
  /** Nothing had been sent before this question. */
  isFirst: boolean;
}

/**
 * Writes what a register says of a document, once: only while the receipt still waits for this very document, so repeats
 * and late answers change nothing (rules/receipts: an answer is applied once).
 */
export async function applyAnswer(
  { db, now }: { db: Database; now: () => Date },
  { receipt, isFirst }: AskedReceipt,
  answer: RegisterAnswer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('receipts')
      .selectAll()
      .where('id', '=', receipt.id)
      .where('sent_as', '=', receipt.sent_as)
      .where('state', 'in', ['asked', 'unknown'])
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    await writeReceipt({ db: trx, now: now() }, row.id, changeOf(row, answer, now(), isFirst));
  });
}

export async function writeReceipt({ db, now }: Pick<Ctx, 'db' | 'now'>, id: number, change: Change) {
  await db
    .updateTable('receipts')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

function changeOf(row: StoredReceipt, answer: RegisterAnswer, now: Date, isFirst: boolean): Change {
  const again = { next_ask_at: nextAskAt(now, row.asks) };
  switch (answer.kind) {
    case 'done':
      return isOurs(row, answer) ? doneWith(answer.id, answer.fiscal) : blockedBy('mismatch', saidBy(answer));
    case 'waiting':
      return answer.id === null
        ? again
        : { ...again, state: 'asked', register_id: answer.id, error_code: null, error_text: null };
    case 'none':
      return { state: 'unknown', register_id: null, next_ask_at: now };
    case 'unknown':
      return { ...again, error_code: 'silent' satisfies ReceiptFailure, error_text: answer.failure };
    case 'failed':
      return failedWith(row, answer, now, isFirst);
  }
}

/** Another document, or another sum, is not this receipt: a person compares them. */
function isOurs(row: StoredReceipt, { id, isOf }: Extract<RegisterAnswer, { kind: 'done' }>): boolean {
  const { documentId, total } = isOf;
  const isSameSum = total === null || total === toMinor(row.amount);
  return (
    isSameSum &&
    (documentId === null ? row.register_id === id || row.register_id === null : documentId === row.sent_as)
  );
}

const saidBy = ({ id, isOf: { total } }: Extract<RegisterAnswer, { kind: 'done' }>) =>
  `${id}: ${total === null ? '' : fromMinor(total)}`;

const doneWith = (id: string, fiscal: FiscalData): Change => ({
  state: 'done',
  register_id: id,
  next_ask_at: null,
  error_code: null,
  error_text: null,
  drive_number: fiscal.driveNumber,
  document_number: fiscal.documentNumber,
  sign: fiscal.sign,
  shift: fiscal.shift,
  number_in_shift: fiscal.numberInShift,
  register_number: fiscal.registerNumber,
  registered_at: fiscal.registeredAt,
  url: fiscal.url,
});

/** Nothing is sent until a person has changed something. */
export const blockedBy = (failure: ReceiptFailure, text: string | null): Change => ({
  state: 'blocked',
  next_ask_at: null,
  error_code: failure,
  error_text: text,
});

/** The next try has an id of its own. */
export const newTry = {
  state: 'waiting',
  attempt: sql<number>`attempt + 1`,
  asks: 0,
  register: null,
  register_id: null,
  sent_as: null,
  sent_at: null,
} satisfies Change;

function failedWith(
  row: StoredReceipt,
  { failure, text, cause }: Extract<RegisterAnswer, { kind: 'failed' }>,
  now: Date,
  isFirst: boolean,
): Change {
  if (cause === 'data') return blockedBy(failure, text);
  if (cause === 'register') {
    const failures = row.failures + 1;
    const error = { error_code: failure, error_text: text, failures };
    return { ...newTry, ...error, next_ask_at: nextTryAt(now, failures) };
  }
  // Nothing was read or sent: it waits as before, for credentials or a register that answers.
  return isFirst
    ? { state: 'waiting', register: null, sent_as: null, sent_at: null, next_ask_at: now, asks: 0 }
    : { next_ask_at: now };
}
