import { toMinor } from '@/contract/core/money';
import type { ReceiptKind, ReceiptLine } from '@/contract/receipts/receipt';
import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { RequestDeps } from '@/server/core/deps';
import { apiBase } from '@/server/core/files/attachments';
import type {
  CashRegister,
  RegisterOwner,
  SentDocument,
} from '@/server/integrations/registers/cash-register';
import { sellerNow } from './seller';
import type { StoredReceipt } from './stored-receipt';

type DocumentDeps = Pick<RequestDeps, 'db' | 'now' | 'publicUrl'>;

/** Longest address of a buyer that registers take; a longer one is no reason to issue no receipt when there is a phone. */
const maxEmailLength = 64;
const maxSupplierLength = 256;

/** A stored receipt as its register gets it, before it has an id there; or what is missing for it. */
export async function buildDocument(
  deps: DocumentDeps,
  register: Pick<CashRegister, 'name' | 'parseCallback'>,
  receipt: StoredReceipt,
): Promise<Omit<SentDocument, 'id' | 'at' | 'sentAt'> | ReceiptFailure> {
  const owner = await ownerOf(deps, receipt);
  if (typeof owner === 'string') return owner;
  const phone = phoneOf(receipt.customer_phone);
  // Who buys over the counter and says no address gets the code on the slip; registers want one in any case.
  const email =
    emailOf(receipt.customer_email) ?? (phone === null && !owner.isOnline ? emailOf(owner.email) : null);
  if (email === null && phone === null && receipt.kind !== 'correction') return 'customer';
  return {
    receiptId: receipt.id,
    kind: receipt.kind as ReceiptKind,
    isReturn: receipt.is_return,
    owner,
    customer: { email, phone },
    lines: (receipt.lines as unknown as ReceiptLine[]).map(withPlainSupplier),
    paid: {
      cash: toMinor(receipt.cash),
      cashless: toMinor(receipt.cashless),
      prepaid: toMinor(receipt.prepaid),
    },
    baseDate: receipt.kind === 'correction' ? receipt.at : null,
    callbackUrl: callbackUrl(deps, register),
    payment: await paymentOf(deps, receipt),
    knownIds: await knownIds(deps, receipt),
  };
}

/** Registers take a phone as digits; shops write it as people do. */
const withPlainSupplier = (line: ReceiptLine): ReceiptLine =>
  line.supplier
    ? {
        ...line,
        supplier: {
          ...line.supplier,
          name: line.supplier.name.slice(0, maxSupplierLength),
          phone: phoneOf(line.supplier.phone),
        },
      }
    : line;

/** As it was sent before, or as it is now. */
async function ownerOf(
  deps: DocumentDeps,
  { seller, state, shop_id }: StoredReceipt,
): Promise<RegisterOwner | ReceiptFailure> {
  return state !== 'waiting' && seller !== null
    ? (seller as unknown as RegisterOwner)
    : sellerNow(deps, shop_id);
}

const emailOf = (email: string | null) =>
  email !== null && email.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(email) ? email : null;

/** `+79161234567`; null for what is no number. */
function phoneOf(phone: string | null): string | null {
  const digits = phone?.replace(/\D/g, '') ?? '';
  const whole = digits.length === 11 && digits.startsWith('8') ? `7${digits.slice(1)}` : digits;
  return whole.length >= 10 && whole.length <= 15 ? `+${whole}` : null;
}

/** Registers that call back reach public addresses only; others are asked. */
function callbackUrl(
  { publicUrl }: DocumentDeps,
  { name, parseCallback }: Pick<CashRegister, 'name' | 'parseCallback'>,
) {
  const url = `${publicUrl}${apiBase}/webhooks/${name}`;
  return parseCallback && url.length <= 256 ? url : null;
}

/** Where the money of it went through an acquirer: its own payment, or the latest one of the order. */
async function paymentOf({ db }: DocumentDeps, receipt: StoredReceipt): Promise<SentDocument['payment']> {
  const { attempt_id, order_id, refund_id } = receipt;
  const payment = await db
    .selectFrom('payment_attempts')
    .select(['id', 'provider', 'payment_id'])
    .where('order_id', '=', order_id)
    .where('state', '=', 'paid')
    .where('payment_id', 'is not', null)
    .$if(attempt_id !== null, (found) => found.where('id', '=', Number(attempt_id)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!payment?.payment_id) return null;
  const refund =
    refund_id === null
      ? undefined
      : await db
          .selectFrom('provider_refunds')
          .select('provider_refund_id')
          .where('refund_id', '=', refund_id)
          .where('provider_refund_id', 'is not', null)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
  return {
    acquirer: payment.provider,
    paymentId: payment.payment_id,
    refundId: refund?.provider_refund_id ?? null,
  };
}

async function knownIds({ db }: DocumentDeps, { id, order_id }: StoredReceipt): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .select('register_id')
    .where('order_id', '=', order_id)
    .where('id', '<>', id)
    .where('register_id', 'is not', null)
    .execute();
  return rows.flatMap(({ register_id }) => register_id ?? []);
}
