import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReportedType } from '@/contract/feedback/abusive-reports/schema';
import type { FeedbackCounts } from '@/contract/feedback/reviews/schema';
import type { FeedbackPerson } from '@/contract/feedback/subject';
import { type Ctx, isAdmin } from '@/server/core/context';
import { type JsonRecord, pick } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import { type Ids, type Include, refersToSlug } from '@/server/core/resource/relations';
import { maskContacts } from '@/server/core/rights/contacts';
import { handlesShopFeedback } from './policy';

/** Queries and presentation shared by reviews and questions. */
type FeedbackTable = 'reviews' | 'questions';

export const feedbackTable = (type: ReportedType): FeedbackTable =>
  type === 'Review' ? 'reviews' : 'questions';
const typeOf = (table: FeedbackTable): ReportedType => (table === 'reviews' ? 'Review' : 'Question');

/** Product summary embedded in a review or question; expects alias `p`. */
export const productJson = (
  ctx: Ctx,
): RawBuilder<unknown> => sql`jsonb_build_object('id', p.id, 'slug', p.slug,
  'image', p.image, 'name', coalesce(p.translations -> ${ctx.locale} ->> 'name', p.name))`;

/** Author of a review or question; expects alias `u`. */
export const personJson = sql`jsonb_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar,
  'is_active', u.is_active and u.deleted_at is null, 'email', u.email)`;

/** Vote counts and open complaints; expects alias `r`. */
const countsJson = (table: FeedbackTable) => sql`jsonb_build_object(
  'positive_feedbacks_count', (select count(*) from feedbacks f
    where f.model_type = ${typeOf(table)} and f.model_id = r.id and f.positive),
  'negative_feedbacks_count', (select count(*) from feedbacks f
    where f.model_type = ${typeOf(table)} and f.model_id = r.id and not f.positive),
  'abusive_reports_count', (select count(*) from abusive_reports a
    where a.model_type = ${typeOf(table)} and a.model_id = r.id and a.status = 'open' and a.deleted_at is null))`;

export function feedbackRelations(table: FeedbackTable): Record<string, Include> {
  const of = (ids: Ids) => sql`where r.id = any(${ids})`;
  return {
    product: (ctx, ids) =>
      sql`select r.id, ${productJson(ctx)} as value from ${sql.table(table)} r join products p on p.id = r.product_id ${of(ids)}`,
    user: (_ctx, ids) =>
      sql`select r.id, ${personJson} as value from ${sql.table(table)} r join users u on u.id = r.user_id ${of(ids)}`,
    figures: (_ctx, ids) =>
      sql`select r.id, ${countsJson(table)} as value from ${sql.table(table)} r ${of(ids)}`,
    my_feedback: ({ user }, ids) =>
      user
        ? sql`select f.model_id as id, jsonb_build_object('id', f.id, 'positive', f.positive, 'negative', not f.positive) as value
            from feedbacks f where f.model_type = ${typeOf(table)} and f.user_id = ${user.id}
              and f.model_id = any(${ids})`
        : undefined,
  };
}

/** Filters and search keys of both families. */
export function feedbackConditions(table: FeedbackTable): NonNullable<ServiceOptions['conditions']> {
  const isReported = sql<SqlBool>`exists (select 1 from abusive_reports a where a.model_type = ${typeOf(table)}
    and a.model_id = ${sql.ref(`${table}.id`)} and a.status = 'open' and a.deleted_at is null)`;
  return {
    reported: (_eb, value) => isOn(value, isReported),
    'product.slug': refersToSlug({ column: 'product_id', table: 'products' }),
    'type.slug': (_eb, value) => sql<SqlBool>`product_id in (select p.id from products p
      join groups g on g.id = p.type_id where g.slug in (${sql.join(value.split(','))}))`,
  };
}

/** The condition, or its negation for a false filter value. */
export function isOn(value: string, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return value === 'true' || value === '1' ? condition : sql<SqlBool>`not (${condition})`;
}

const shared = ['id', 'version', 'created_at', 'updated_at', 'product_id', 'product', 'shop_id', 'shop'];

/** Presents rows: `open` columns for everybody, `within` for the author, the shop and administrators. */
export function presentFeedback(open: readonly string[], within: readonly string[]) {
  return async (ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> =>
    rows.map((row) => {
      const isHandler = handlesShopFeedback(ctx, Number(row.shop_id));
      const isOwn = ctx.user !== null && row.user_id === ctx.user.id;
      return {
        ...pick(row, [...shared, 'user_id', 'my_feedback', ...open]),
        ...(isHandler || isOwn ? pick(row, within) : {}),
        ...(isAdmin(ctx) && pick(row, ['moderation_note'])),
        user: presentPerson(ctx, row.user, isHandler),
        ...presentCounts(row.figures, isHandler),
      };
    });
}

function presentPerson(ctx: Ctx, value: unknown, isHandler: boolean): FeedbackPerson | null {
  if (value === null || typeof value !== 'object') return null;
  const { email, is_active, ...person } = value as FeedbackPerson;
  return {
    ...person,
    profile: { avatar: person.avatar },
    ...(isHandler && { is_active: Boolean(is_active) }),
    ...(isAdmin(ctx) && email !== undefined && maskContacts(ctx, { email })),
  };
}

/** Storefront readers do not see the number of open complaints. */
function presentCounts(value: unknown, isHandler: boolean) {
  const counts = value as Omit<FeedbackCounts, 'my_feedback'>;
  return isHandler ? counts : { ...counts, abusive_reports_count: 0 };
}
