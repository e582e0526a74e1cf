import { sql } from 'kysely';
import { resources } from '@/contract';
import { postalLine } from '@/contract/accounts/addresses/region';
import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import type { RevealedContact, RevealFamily, revealSchema } from '@/contract/accounts/personal-data';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Services } from '@/server/core/module';
import { consume } from '@/server/core/rate-limits';
import { assertFamily } from '@/server/core/rights/family-rights';
import type { Input } from '@/server/core/validate';
import { noteView } from './views';

/** Contacts that one person may be shown in an hour: a day's calls, and no customer base. */
const perHour = 60;

/** Counts outside the transaction, so that refused requests count, too. Throws TOO_MANY_REQUESTS. */
export async function countReveal(ctx: UserCtx): Promise<void> {
  await consume(ctx, { key: `reveal:${ctx.user.id}`, hits: perHour, minutes: 60 });
}

interface Contacts {
  subject_id: number | null;
  value: unknown;
}

/** Selects the stored contact of a record and the customer whom it concerns; the field is one of `revealable`. */
const stored: Record<RevealFamily, (id: number, field: string) => ReturnType<typeof sql<Contacts>>> = {
  orders: (id, field) =>
    sql`select customer_id as subject_id, to_jsonb(${sql.ref(field)}) as value from orders where id = ${id}`,
  refunds: (id, field) =>
    sql`select r.customer_id as subject_id, to_jsonb(case when ${field} = 'customer_email'
        then coalesce(u.email, o.customer_email) else o.customer_contact end) as value
      from refunds r join orders o on o.id = r.order_id left join users u on u.id = r.customer_id where r.id = ${id}`,
  reviews: (id) => ofAuthor('reviews', id),
  questions: (id) => ofAuthor('questions', id),
  'contact-messages': (id) => ofWriter('contact_messages', id),
  'newsletter-subscribers': (id) => ofWriter('newsletter_subscribers', id),
};

const ofAuthor = (table: 'reviews' | 'questions', id: number) =>
  sql<Contacts>`select u.id as subject_id, to_jsonb(u.email) as value
    from ${sql.table(table)} r join users u on u.id = r.user_id where r.id = ${id}`;

/** Who writes without an account has one all the same if the address is that of an account. */
const ofWriter = (table: 'contact_messages' | 'newsletter_subscribers', id: number) =>
  sql<Contacts>`select u.id as subject_id, to_jsonb(r.email) as value
    from ${sql.table(table)} r left join users u on u.email = r.email and u.deleted_at is null where r.id = ${id}`;

/** Shops answer reviews and questions; who wrote them is a name to them. */
const isForTeam = (family: RevealFamily) => family === 'reviews' || family === 'questions';

/**
 * `POST personal-data/reveal`: one contact of a record that the person may read and works with, kept with the record
 * (rules/accounts: a contact is shown by a click that is kept). Throws FORBIDDEN for who only reads the family, NOT_FOUND.
 */
export async function reveal(
  ctx: UserCtx,
  services: Services,
  { family, id, field, reason }: Input<typeof revealSchema>,
): Promise<RevealedContact> {
  assertFamily(ctx, family, 'write');
  const allow = isForTeam(family) ? adminOnly : resources[family].allow.read;
  if (!isAllowed(allow, ctx.user.permissions)) throw new AppError('FORBIDDEN', { needs: adminOnly });
  // By the policy of the family: another shop's row is missing.
  await services[family].get(ctx, String(id));
  const { rows } = await stored[family](id, field).execute(ctx.db);
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND');
  await noteView(ctx, {
    kind: 'reveal',
    family,
    rowId: id,
    subjectId: found.subject_id,
    field,
    reason: reason ?? null,
  });
  return { value: textOf(found.value) };
}

function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  return postalLine(value as PostalAddress) || null;
}
