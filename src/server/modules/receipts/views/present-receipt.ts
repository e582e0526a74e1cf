import { type Selectable, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { shownNumber } from '@/contract/orders/number';
import { madeByHand } from '@/contract/receipts/correction';
import type { Exclusion, ReceiptKind, ReceiptLine, ReceiptState } from '@/contract/receipts/receipt';
import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { ReceiptProof, ReceiptView } from '@/contract/receipts/views';
import { businessDay } from '@/contract/settings/business-day';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { maskContacts } from '@/server/core/rights/contacts';
import { moscowClock } from '@/server/integrations/moscow-day';
import { seesAnswers } from '@/server/modules/payments/views/present-attempt';

/** Check constraints limit kind, state and exclusion; only `make-receipts.ts` writes lines. */
export type StoredReceipt = Omit<Selectable<DB['receipts']>, 'kind' | 'state' | 'exclusion' | 'lines'> & {
  kind: ReceiptKind;
  state: ReceiptState;
  exclusion: Exclusion | null;
  lines: ReceiptLine[];
};

export interface ReceiptOptions {
  part: ReceiptView['part'];
  /** Kopecks of it that belong to the shop that looks, when others share it. */
  share?: number | undefined;
  /** No later one corrects it. */
  isLatest: boolean;
  /** Names of shops with registers of their own. */
  shops: ReadonlyMap<number, string>;
}

/**
 * A receipt in its wire form. Of one that another shop shares neither the code nor the page is shown: both tell the whole
 * sum (rules/receipts: a shop sees its own money).
 */
export function presentReceipt(
  ctx: Ctx,
  row: StoredReceipt,
  { part, share, isLatest, shops }: ReceiptOptions,
): ReceiptView {
  const isShared = share !== undefined;
  const proof = receiptProof(row);
  return {
    id: row.id,
    kind: row.kind,
    is_return: row.is_return,
    state: row.state,
    exclusion: row.exclusion,
    amount: isShared ? fromMinor(share) : row.amount,
    created_at: row.created_at.toISOString(),
    part,
    proof,
    qr: isShared || proof === null ? null : receiptQr(row, proof),
    page: isShared ? null : receiptPage(ctx.publicUrl, row.secret),
    url: isShared ? null : row.url,
    ...maskContacts(ctx, { recipient: row.customer_email ?? row.customer_phone }),
    channels: isShared || row.state !== 'done' ? [] : channelsOf(row),
    trouble:
      row.error_code === null || row.state === 'done' || row.state === 'excluded'
        ? null
        : { code: row.error_code, text: seesAnswers(ctx) || isOwnRegister(ctx, row) ? row.error_text : null },
    reason: row.reason,
    corrects_id: row.corrects_id,
    may_note_made: isMadeByHand(row) && seesAnswers(ctx),
    may_correct: isLatest && isCorrectable(ctx, row) && seesAnswers(ctx),
    shop: row.shop_id === null ? null : { id: row.shop_id, name: shops.get(row.shop_id) ?? '' },
  };
}

/** Its owner mends what it refuses. */
const isOwnRegister = ({ user }: Ctx, { shop_id }: StoredReceipt): boolean =>
  shop_id !== null && user?.ownedShopIds.includes(shop_id) === true;

/** Names of the shops whose own registers issue these receipts. */
export async function registerShops(
  { db }: Pick<Ctx, 'db'>,
  rows: readonly Pick<StoredReceipt, 'shop_id'>[],
): Promise<Map<number, string>> {
  const ids = [...new Set(rows.flatMap(({ shop_id }) => shop_id ?? []))];
  if (ids.length === 0) return new Map();
  const shops = await db.selectFrom('shops').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(shops.map(({ id, name }) => [id, name]));
}

const isMadeByHand = ({ state, error_code }: StoredReceipt) =>
  state === 'blocked' && madeByHand.includes(error_code as ReceiptFailure);

/** What is on its way may be registered any moment; what was not sent on its own day is late. */
function isCorrectable({ now }: Pick<Ctx, 'now'>, row: StoredReceipt): boolean {
  if (row.state === 'done' || row.state === 'blocked') return true;
  return row.state === 'waiting' && businessDay(row.at) < businessDay(now);
}

/**
 * Of receipts those that no later one corrects: of a chain of corrections the latest that is said anew (rules/receipts: a
 * correction says the same sum anew).
 */
export async function findUncorrected({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select r.id from receipts r
    join receipts o on o.id = coalesce(r.corrects_id, r.id) and o.is_return = r.is_return
    where r.id = any(${[...ids]}::bigint[]) and not exists (select from receipts c
      where c.corrects_id = o.id and c.is_return = o.is_return and c.id > r.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const channelsOf = ({ customer_email, customer_phone }: StoredReceipt): ReceiptView['channels'] => [
  ...(customer_email ? (['mail'] as const) : []),
  ...(customer_phone ? (['sms'] as const) : []),
];

export function receiptProof(row: StoredReceipt): ReceiptProof | null {
  const { drive_number, document_number, sign, registered_at } = row;
  if (drive_number === null || document_number === null || sign === null || registered_at === null)
    return null;
  return {
    drive: drive_number,
    document: document_number,
    sign,
    at: registered_at.toISOString(),
    shift: row.shift,
    number_in_shift: row.number_in_shift,
    register: row.register_number,
  };
}

/**
 * What the tax service's own code holds: `t=20261127T1405&s=1290.00&fn=…&i=…&fp=…&n=1`. Registers stand in
 * Moscow time, whatever the zone of the settings.
 */
export function receiptQr({ amount, is_return }: StoredReceipt, proof: ReceiptProof): string {
  const local = moscowClock(new Date(proof.at));
  const time = local.slice(0, 16).replace(/[-:]/g, '');
  const sum = fromMinor(toMinor(amount)).toFixed(2);
  return `t=${time}&s=${sum}&fn=${proof.drive}&i=${proof.document}&fp=${proof.sign}&n=${is_return ? 2 : 1}`;
}

/** Address of the page that a buyer opens. */
export const receiptPage = (publicUrl: string, secret: string): string =>
  `${publicUrl}/admin/orders/receipt?secret=${secret}`;

/** Number of the order that people read. */
export async function orderNumber({ db }: Pick<Ctx, 'db'>, orderId: number): Promise<string> {
  const order = await db
    .selectFrom('orders')
    .select(['tracking_number', 'short_number'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return shownNumber(order);
}
