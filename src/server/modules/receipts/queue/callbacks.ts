import { sql } from 'kysely';
import type { CallbackSubject, CashRegister } from '../registers/cash-register';
import type { RegisterDeps } from '../registers/open-registers';
import { applyAnswer } from './apply-answer';
import type { StoredReceipt } from './stored-receipt';

/** Applies a stored callback. */
export const callbackJob = 'register-callback';

/**
 * Applies a callback of a register: takes the id from it, reads the document with our credentials and applies that
 * (rules/receipts: a callback is a reason to read). Throws when the register does not answer, so that the job tries again.
 */
export async function applyCallback(
  deps: Pick<RegisterDeps, 'db' | 'now'>,
  registers: readonly CashRegister[],
  id: number,
): Promise<void> {
  const { db, now } = deps;
  const row = await db.selectFrom('provider_webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  const register = registers.find(({ name }) => name === row?.provider);
  if (!row || !register?.parseCallback || row.state === 'applied' || row.state === 'ignored') return;
  const subject = register.parseCallback(parsed(row.body));
  const end = subject
    ? await applySubject(deps, register, subject)
    : ({ state: 'ignored', note: 'not about a receipt' } as const);
  await db
    .updateTable('provider_webhooks')
    .set({ ...end, payment_id: subject?.id ?? null, applied_at: now() })
    .where('id', '=', id)
    .execute();
  if (end.state === 'failed') throw new Error(`Callback ${id} of ${register.name}: ${end.note}`);
}

type End = { state: 'applied' | 'ignored' | 'failed'; note: string | null };

async function applySubject(
  deps: Pick<RegisterDeps, 'db' | 'now'>,
  register: CashRegister,
  subject: CallbackSubject,
): Promise<End> {
  const receipt = await openReceipt(deps, register.name, subject);
  if (!receipt) return { state: 'ignored', note: 'no receipt waits for it' };
  const answer = await register.read(subject.id);
  if (answer.kind === 'none') return { state: 'ignored', note: 'unknown to the register' };
  if (answer.kind === 'unknown') return { state: 'failed', note: answer.failure };
  if (answer.kind === 'failed' && answer.cause === 'access') return { state: 'failed', note: answer.text };
  // Before the answer to our request only the register's own word joins the two: anybody may have sent this.
  const isJoined =
    receipt.register_id !== null || (answer.kind === 'done' && answer.isOf.documentId === receipt.sent_as);
  if (!isJoined) return { state: 'ignored', note: 'no word of this receipt' };
  await applyAnswer(deps, { receipt, isFirst: false }, answer);
  return { state: 'applied', note: null };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** One that waits for this document: nothing is asked for ids that anybody can send. */
async function openReceipt(
  { db }: Pick<RegisterDeps, 'db'>,
  register: string,
  { id, documentId }: CallbackSubject,
): Promise<StoredReceipt | undefined> {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('register', '=', register)
    .where('state', 'in', ['asked', 'unknown'])
    .where(sql<boolean>`(register_id = ${id} or register_id is null and sent_as = ${documentId})`)
    .executeTakeFirst();
}
