import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { holds } from '@/contract/core/areas';
import { ownValue } from '@/contract/core/own-value';
import { withOwnDigits } from '@/contract/orders/written-number';
import type { Ctx } from '../context';
import { escapeLike } from '../db/like';

/**
 * Whether phones, e-mails and addresses of customers leave the server as they are (rules/accounts: contacts are masked).
 * The platform's team needs the area of customers, people of a shop pack and deliver; everybody else reaches only rows of
 * their own.
 */
export function seesContacts({ user, hidesContacts }: Pick<Ctx, 'user' | 'hidesContacts'>): boolean {
  if (hidesContacts) return false;
  if (!user) return true;
  if (user.permissions.includes('super_admin')) return holds(user.permissions, 'customers:read');
  return !user.permissions.includes('staff') || holds(user.permissions, 'orders:write');
}

/** Of the columns with contacts those that the person does not see: nobody sorts by them or changes them unseen. */
export const hiddenColumns = (
  ctx: Pick<Ctx, 'user' | 'hidesContacts'>,
  { contacts = [] }: { contacts?: readonly string[] },
): readonly string[] => (seesContacts(ctx) ? [] : contacts);

type Mask = (text: string) => string;

const hidden = '•••';

const maskPhone: Mask = (text) => {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 7) return hidden;
  const end = `${digits.slice(-4, -2)}-${digits.slice(-2)}`;
  return /^[78]\d{10}$/.test(digits) ? `+7 ••• •••-${end}` : `•••-${end}`;
};

/** Of the domain, too, only the ending stays: that of a family or a firm names the person. */
const maskEmail: Mask = (text) => {
  const [, name, domain, ending] = /^(\S)[^\s@]*@([^\s@])[^\s@]*?(\.[^\s.@]+)$/u.exec(text.trim()) ?? [];
  return name && domain && ending ? `${name}${hidden}@${domain}${hidden}${ending}` : hidden;
};

const maskEither: Mask = (text) => (text.includes('@') ? maskEmail(text) : maskPhone(text));

/** Keys of customers' contacts in answers, stored rows and entries of the log. Country, region and city stay. */
const masks: Record<string, Mask> = {
  email: maskEmail,
  customer_email: maskEmail,
  recipient: maskEither,
  contact: maskEither,
  customer_contact: maskPhone,
  phone: maskPhone,
  address: () => hidden,
  street_address: () => hidden,
  zip: () => hidden,
};

/** Where goods are handed over is no secret of the customer. */
const open: readonly string[] = ['delivery_point'];

/** The same value with the contacts masked, wherever in it they stand, unless the person sees them. */
export function maskContacts<Value>(ctx: Pick<Ctx, 'user' | 'hidesContacts'>, value: Value): Value {
  return seesContacts(ctx) ? value : (masked(value) as Value);
}

function masked(value: unknown, mask?: Mask): unknown {
  if (typeof value === 'string') return mask && value !== '' ? mask(value) : value;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((part) => masked(part, mask));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, maskedPart(key, part)]));
}

function maskedPart(key: string, part: unknown): unknown {
  // A point on the map says as much as a street; in the journal it stands before and after.
  if (key === 'location') return Array.isArray(part) ? part.map(() => null) : null;
  return open.includes(key) ? part : masked(part, ownValue(masks, key));
}

/** A complete one in any notation, and no part of a longer number. */
const phoneNumber =
  /(?<!\d)(?:\+7|[78])[\s\u00a0(-]*\d{3}[\s\u00a0)-]*\d{3}[\s\u00a0-]*\d{2}[\s\u00a0-]*\d{2}(?!\d)/g;

/** A text of the server's own making, such as the title of a record or a line of a history. */
export function maskText<Text extends string | null>(
  ctx: Pick<Ctx, 'user' | 'hidesContacts'>,
  text: Text,
): Text {
  if (text === null || seesContacts(ctx)) return text;
  return text
    .replace(/(^|\s)(\S+@[^\s,;]*)/gu, (_all, before: string, email: string) => before + maskEmail(email))
    .replace(phoneNumber, maskPhone) as Text;
}

/** Columns that hold a phone. */
const phoneColumns: readonly string[] = ['contact', 'customer_contact', 'phone'];

export const isPhoneColumn = (key: string): boolean => phoneColumns.includes(key);

/** Text that may be a phone or a part of one, as it is dictated: `8 916…`, `+7 (916)…`, ten digits. */
const isSaidPhone = (text: string): boolean =>
  /^[\d\s()+.\u00a0–-]+$/.test(text) && text.replace(/\D/g, '').length >= 3;

/**
 * A phone by its digits, whatever stands between them, and whether 8, 7 or nothing is said before the ten: any part of them
 * for whoever sees it, else the complete number.
 */
function soughtPhone(
  ctx: Pick<Ctx, 'user' | 'hidesContacts'>,
  column: RawBuilder<unknown>,
  said: string,
): RawBuilder<SqlBool> {
  const digits = said.replace(/\D/g, '');
  const own = digits.length > 3 && /^[78]/.test(digits) ? digits.slice(1) : digits;
  if (seesContacts(ctx)) {
    const parts = [...new Set([digits, own])].map((part) => `%${part}%`);
    return sql<SqlBool>`(${column} not like '%@%' and regexp_replace(${column}, '\\D', '', 'g') like any(${parts}))`;
  }
  const complete = digits.length === 10 ? digits : digits.length === 11 ? own : '';
  return complete.length === 10
    ? sql<SqlBool>`(${column} not like '%@%' and phone_tail(${column}) = ${complete})`
    : sql<SqlBool>`false`;
}

/**
 * A search for a contact, a phone by its digits: whoever does not see it finds only the complete one, so that nobody collects contacts letter by
 * letter.
 */
export function soughtContact(
  ctx: Pick<Ctx, 'user' | 'hidesContacts'>,
  column: RawBuilder<unknown>,
  typed: string,
): RawBuilder<SqlBool> {
  const value = withOwnDigits(typed);
  const text = seesContacts(ctx)
    ? sql<SqlBool>`${column} ilike ${`%${escapeLike(value)}%`}`
    : sql<SqlBool>`lower(${column}) = ${value.trim().toLowerCase()}`;
  return isSaidPhone(value) ? sql<SqlBool>`(${text} or ${soughtPhone(ctx, column, value)})` : text;
}

/** The phones among these columns, for a search box where somebody says one; none for any other text. */
export function soughtInPhones(
  ctx: Pick<Ctx, 'user' | 'hidesContacts'>,
  columns: readonly string[],
  typed: string,
): RawBuilder<SqlBool>[] {
  const value = withOwnDigits(typed);
  if (!isSaidPhone(value)) return [];
  return columns.filter(isPhoneColumn).map((column) => soughtContact(ctx, sql.ref(column), value));
}
