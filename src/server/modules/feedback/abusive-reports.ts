import { sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import { abusiveReports, type DecidedCases } from '@/contract/feedback/abusive-reports';
import type {
  AbusiveReport,
  decisionsSchema,
  ReportedType,
  ReportInput,
} from '@/contract/feedback/abusive-reports/schema';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { toAdmins } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { consume } from '@/server/core/rate-limits';
import type { Include } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { maskContacts } from '@/server/core/rights/contacts';
import type { Input } from '@/server/core/validate';
import { adminIds, notify } from '@/server/modules/messaging/notify';
import { mailRemoved } from './emails';
import { feedbackTable } from './presenter';
import { questionsService } from './questions';
import { notifyReporters } from './report-settlement';
import { reviewsService } from './reviews';

const serviceOf = (type: ReportedType): ResourceService =>
  type === 'Review' ? reviewsService : questionsService;

const person = (column: string, json: ReturnType<typeof sql>): Include => {
  return (_ctx, ids) => sql`select a.id, ${json} as value from abusive_reports a
    join users u on u.id = ${sql.ref(`a.${column}`)} where a.id = any(${ids})`;
};

/** Single complaints, for administrators. */
export const reportsEngine = resourceService(abusiveReports, {
  table: 'abusive_reports',
  policy: (ctx) => (isAdmin(ctx) ? undefined : (eb) => eb.val(false)),
  include: {
    user: person('user_id', sql`jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email)`),
    decider: person('decided_by', sql`jsonb_build_object('id', u.id, 'name', u.name)`),
  },
  present: async (ctx, rows) => maskContacts(ctx, rows).map(({ decided_by: _by, ...row }) => row),
});

const own = resourceService(
  { ...abusiveReports, endpoint: 'my-reports' },
  {
    table: 'abusive_reports',
    policy: (ctx) => (eb) => eb('user_id', '=', ctx.user?.id ?? 0),
    include: { user: person('user_id', sql`jsonb_build_object('id', u.id, 'name', u.name)`) },
    present: async (_ctx, rows) => rows.map(presentForReporter),
  },
);

/** `GET my-reports`. */
export const myReports = (ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> => own.list(ctx, query);

/** Hides who decided and why from reporters. */
const presentForReporter = (row: JsonRecord) =>
  pick(row, [
    ...['id', 'version', 'created_at', 'updated_at', 'user_id', 'user', 'model_type', 'model_id', 'message'],
    ...['status', 'decided_at'],
  ]);

/**
 * Rate limit of 20 complaints an hour; runs outside the transaction so that refused attempts count. Throws
 * TOO_MANY_REQUESTS.
 */
export async function limitReports(ctx: UserCtx): Promise<void> {
  await consume(ctx, { key: `report:${ctx.user.id}`, hits: 20, minutes: 60 });
}

/**
 * `POST abusive_reports` (rules/feedback: complaints are decided by subject). The subject must be readable and not the
 * reporter's own. Throws NOT_FOUND, ACTION_NOT_VALID, and YOU_HAVE_ALREADY_GIVEN_ABUSIVE_REPORT_FOR_THIS, also for
 * concurrent duplicates.
 */
export async function createReport(
  ctx: UserCtx,
  { model_type, model_id, message }: ReportInput,
): Promise<JsonRecord> {
  const subject = await serviceOf(model_type).get(ctx, String(model_id));
  if (subject.user_id === ctx.user.id) throw new AppError('ACTION_NOT_VALID');
  // The share lock keeps a concurrent removal from leaving an open complaint about a removed subject.
  await lockSubject(ctx, model_type, model_id, 'share');
  const made = await ctx.db
    .insertInto('abusive_reports')
    .values({
      user_id: ctx.user.id,
      model_type,
      model_id,
      message,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((conflict) => conflict.constraint('abusive_reports_one_a_person').doNothing())
    .returningAll()
    .executeTakeFirstOrThrow(() => new AppError('YOU_HAVE_ALREADY_GIVEN_ABUSIVE_REPORT_FOR_THIS'));
  await audit(ctx, {
    family: 'abusive_reports',
    id: made.id,
    action: 'create',
    changes: { message: [null, message] },
  });
  await notify(ctx, {
    receivers: await adminIds(ctx, 'feedback'),
    type: model_type === 'Review' ? 'review' : 'question',
    event: 'reported',
    tracker: model_id,
    text: message,
  });
  await publish(ctx, [toAdmins('feedback')], 'feedback', { family: 'abusive_reports', id: made.id });
  return presentForReporter({ ...made, user: { id: ctx.user.id, name: ctx.user.name } });
}

/** Locks the subject until the end of the transaction. Throws NOT_FOUND when it was removed. */
async function lockSubject(ctx: Ctx, type: ReportedType, id: number, mode: 'share' | 'update') {
  const { rows } = await sql<ReportSubject>`
    select id, shop_id, product_id, user_id, ${type === 'Review' ? sql`comment` : sql`question`} as text
    from ${sql.table(feedbackTable(type))} where id = ${id} and deleted_at is null
    ${mode === 'share' ? sql`for share` : sql`for update`}`.execute(ctx.db);
  const [subject] = rows;
  if (!subject) throw new AppError('NOT_FOUND');
  return subject;
}

interface ReportSubject {
  id: number;
  shop_id: number;
  product_id: number;
  user_id: number;
  text: string | null;
}

interface Decision {
  model_type: ReportedType;
  model_id: number;
  note?: string | null | undefined;
}

/**
 * `POST abusive_reports/accept`: removes the review or question (restorable) and closes its complaints. With a reason
 * the author gets an email.
 */
export async function acceptCase(
  ctx: UserCtx,
  { model_type: type, model_id: id, note }: Decision,
): Promise<void> {
  const subject = await lockSubject(ctx, type, id, 'update');
  if (note) {
    await sql`update ${sql.table(feedbackTable(type))} set moderation_note = ${note} where id = ${id}`.execute(
      ctx.db,
    );
    await sql`update abusive_reports set decision_note = ${note}
      where model_type = ${type} and model_id = ${id} and status = 'open' and deleted_at is null`.execute(
      ctx.db,
    );
    const kind = type === 'Review' ? 'review' : 'question';
    await mailRemoved(ctx, { ...subject, kind, text: subject.text ?? '', reason: note });
  }
  await serviceOf(type).remove(ctx, String(id));
  await publish(ctx, [toAdmins('feedback')], 'feedback', { family: 'abusive_reports', id });
}

/** `POST abusive_reports/reject`: declines the open complaints and returns the subject, which stays. */
export async function declineAndShow(ctx: UserCtx, decision: Decision): Promise<JsonRecord> {
  await declineCase(ctx, decision);
  return serviceOf(decision.model_type).get(ctx, String(decision.model_id));
}

async function declineCase(ctx: UserCtx, { model_type: type, model_id: id, note }: Decision): Promise<void> {
  const subject = await lockSubject(ctx, type, id, 'update');
  const { rows } = await sql<AbusiveReport>`
    update abusive_reports set status = 'declined', decision_note = ${note ?? null}::text, decided_by = ${ctx.user.id},
      decided_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now}
    where model_type = ${type} and model_id = ${id} and status = 'open' and deleted_at is null
    returning id, user_id, model_id, message`.execute(ctx.db);
  if (rows.length === 0) return;
  await audit(ctx, {
    family: feedbackTable(type),
    id: subject.id,
    action: 'decide',
    changes: { abusive_reports: ['open', 'declined'] },
  });
  await notifyReporters(ctx, type, 'rejected', rows);
  await publish(ctx, [toAdmins('feedback')], 'feedback', { family: 'abusive_reports', id });
}

/** `POST abusive_reports/bulk/decide`: decides several subjects; those without open complaints are skipped. */
export async function decideMany(
  ctx: UserCtx,
  { decision, note, items }: Input<typeof decisionsSchema>,
): Promise<DecidedCases> {
  const decide = decision === 'accept' ? acceptCase : declineCase;
  // Fixed lock order, so that concurrent decisions cannot deadlock.
  const inOrder = items.toSorted(
    (a, b) => a.model_type.localeCompare(b.model_type) || a.model_id - b.model_id,
  );
  const decided: DecidedCases['items'] = [];
  for (const item of inOrder) {
    if (!(await isOpen(ctx, item))) continue;
    await decide(ctx, { ...item, note });
    decided.push({ model_type: item.model_type, model_id: item.model_id });
  }
  return { done: decided.length, items: decided, refused: items.length - decided.length };
}

async function isOpen(ctx: Ctx, { model_type, model_id }: Decision): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(feedbackTable(model_type))} r
    where r.id = ${model_id} and r.deleted_at is null and exists (select 1 from abusive_reports a
      where a.model_type = ${model_type} and a.model_id = r.id and a.status = 'open' and a.deleted_at is null)
    for update`.execute(ctx.db);
  return rows.length > 0;
}
