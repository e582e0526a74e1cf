import { sql } from 'kysely';
import { parseJson } from '@/server/core/json-record';
import { parseCallback } from '@/server/integrations/registers/atol';
import type { CallbackSubject, CashRegister } from '@/server/integrations/registers/cash-register';
import type { RegisterDeps } from '@/server/integrations/registers/open-registers';
import { applyAnswer } from './apply-answer';
import type { ShopRegisters } from './open-shop-registers';
import type { StoredReceipt } from './stored-receipt';

/** Applies a stored callback. */
export const callbackJob = 'register-callback';

interface Registers {
  registers: readonly CashRegister[];
  shopRegisters: ShopRegisters;
}

type CallbackDeps = Pick<RegisterDeps, 'db' | 'now'>;

/**
 * Applies a callback of a register: takes the id from it, reads the document with the credentials of the register that got
 * it, and applies that (rules/receipts: a callback is a reason to read). Throws when the register does not answer, so that
 * the job tries again.
 */
export async function applyCallback(deps: CallbackDeps, registers: Registers, id: number): Promise<void> {
  const { db, now } = deps;
  const row = await db.selectFrom('provider_webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.state === 'applied' || row.state === 'ignored') return;
  const subject = parseCallback(parseJson(row.body) ?? null);
  const end = subject
    ? await applySubject(deps, registers, subject)
    : ({ state: 'ignored', note: 'not about a receipt' } as const);
  await db
    .updateTable('provider_webhooks')
    .set({ ...end, applied_at: now() })
    .where('id', '=', id)
    // Another one that came meanwhile is read once more.
    .where('received_at', '=', row.received_at)
    .execute();
  if (end.state === 'failed') throw new Error(`Callback ${id} of ${row.provider}: ${end.note}`);
}

type End = { state: 'applied' | 'ignored' | 'failed'; note: string | null };

async function applySubject(
  deps: CallbackDeps,
  registers: Registers,
  subject: CallbackSubject,
): Promise<End> {
  const receipt = await openReceipt(deps, subject);
  const register = receipt && (await registerOf(registers, receipt));
  if (!receipt || !register?.parseCallback) return { state: 'ignored', note: 'no receipt waits for it' };
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

/** The one that got the receipt, whoever says so. */
const registerOf = (
  { registers, shopRegisters }: Registers,
  { shop_id, register }: StoredReceipt,
): Promise<CashRegister | undefined> | CashRegister | undefined =>
  shop_id === null ? registers.find(({ name }) => name === register) : shopRegisters.open(shop_id);

/** What a callback is about, if a receipt waits for it: by our own word for the receipt, as registers count alike. */
export async function findCallback(ctx: Pick<RegisterDeps, 'db'>, body: unknown) {
  const subject = parseCallback(body);
  const receipt = subject && (await openReceipt(ctx, subject));
  return receipt ? { paymentId: receipt.sent_as ?? subject.id, refundId: null } : null;
}

/** One that waits for this document: nothing is asked for ids that anybody can send. */
async function openReceipt(
  { db }: Pick<RegisterDeps, 'db'>,
  { id, documentId }: CallbackSubject,
): Promise<StoredReceipt | undefined> {
  return (
    db
      .selectFrom('receipts')
      .selectAll()
      .where('state', 'in', ['asked', 'unknown'])
      .where(sql<boolean>`(register_id = ${id} or register_id is null and sent_as = ${documentId})`)
      // Ids are unique within a register only: our own word comes first.
      .orderBy(sql`(sent_as is not distinct from ${documentId}) desc`)
      .orderBy('id')
      .executeTakeFirst()
  );
}
