import { sql } from 'kysely';
import {
  type FirstStep,
  type FirstSteps,
  firstSteps,
  type keepStepSchema,
} from '@/contract/insights/first-steps';
import { defaultSettings } from '@/contract/settings';
import { hasText } from '@/contract/settings/company';
import { haveDocuments } from '@/server/core/consent';
import type { UserCtx } from '@/server/core/context';
import type { Input } from '@/server/core/validate';
import { presentRules } from '@/server/modules/settings/approvals/rules';
import { namesSupplier } from '@/server/modules/shops/supplier';

type FromSettings = 'receipts' | 'site' | 'currency' | 'company' | 'moderation';

/** `GET first-steps`: completed steps, derived from the data. */
export async function readFirstSteps(
  ctx: UserCtx,
  { isDemo, hasRegister }: { isDemo: boolean; hasRegister: boolean },
): Promise<FirstSteps> {
  const { rows } = await sql<
    Record<Exclude<FirstStep, FromSettings> | 'shippings' | 'suppliers' | 'applications', boolean>
  >`select
    exists (select from outside_services where name = 'mail' and succeeded_at is not null) as mail,
    ${haveDocuments} as documents,
    exists (select from groups where deleted_at is null) as types,
    exists (select from shops where deleted_at is null and is_active) as shop,
    exists (select from shops where deleted_at is null and not is_active) as applications,
    exists (select from delivery_classes where deleted_at is null) as delivery,
    exists (select from shippings where deleted_at is null) as shippings,
    not exists (select from shops where deleted_at is null and is_active and not ${namesSupplier}) as suppliers,
    exists (select from taxes where deleted_at is null) as tax,
    exists (select from products where deleted_at is null and status = 'publish') as product,
    (select count(*) from (select from users where permissions @> array['super_admin']::text[] and is_active
      and deleted_at is null limit 2) admins) > 1 as admin,
    exists (select from approval_rules where mode = 'off') as approvals`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new Error('A select without a table has one row');
  const settings = await ctx.db.selectFrom('settings').select('options').executeTakeFirst();
  const options = (settings?.options ?? {}) as Record<string, unknown>;
  const { mode, people } = await presentRules(ctx);
  const keeping = await ctx.db.selectFrom('kept_first_steps').select('step').execute();
  const kept = keeping.map(({ step }) => step);
  const done: Record<FirstStep, boolean> = {
    ...found,
    // A way that nobody chose delivers nothing, and orders would be delivered free.
    delivery: found.delivery || options.freeShipping === true || Boolean(options.shippingClass),
    // Either choice counts; the rule begins with two people.
    approvals: found.approvals || (mode === 'auto' && people > 1),
    receipts: Boolean(options.receiptsFrom) && hasRegister && namesSeller(options) && found.suppliers,
    site: isChosen(options, 'siteTitle'),
    company: hasCompany(options),
    // A saved page has all its values, so the default says nothing until somebody keeps it.
    currency: isChosen(options, 'currency') || kept.includes('currency'),
    moderation: options.isProductReview === true || kept.includes('moderation'),
  };
  const begun: Partial<Record<FirstStep, boolean>> = {
    delivery: found.shippings,
    shop: found.applications,
    receipts: Boolean(options.receiptsFrom),
  };
  const steps = firstSteps.map((key) => ({
    key,
    is_done: done[key],
    ...(begun[key] && !done[key] && { is_begun: true }),
  }));
  const isLeft = steps.some(({ is_done }) => !is_done);
  return { steps, is_shown: !isDemo && isLeft && !(await areDismissed(ctx)) };
}

/** `POST first-steps/keep`: the value that a step asks about stays as it is. Repeating it changes nothing. */
export async function keepStep(ctx: UserCtx, { step }: Input<typeof keepStepSchema>): Promise<void> {
  await ctx.db
    .insertInto('kept_first_steps')
    .values({ step, user_id: ctx.user.id, at: ctx.now })
    .onConflict((conflict) => conflict.column('step').doNothing())
    .execute();
}

/** `POST first-steps/put-away`: dismisses the guide for this user. */
export async function dismissFirstSteps(ctx: UserCtx): Promise<void> {
  await ctx.db
    .insertInto('dismissed_first_steps')
    .values({ user_id: ctx.user.id, at: ctx.now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** Whether this user has dismissed the guide. */
export async function areDismissed(ctx: UserCtx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('dismissed_first_steps')
    .select('user_id')
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** A receipt says whose it is, and by what tax. */
function namesSeller({ companyRequisites }: Record<string, unknown>): boolean {
  const { inn, tax_system } = (companyRequisites ?? {}) as { inn?: unknown; tax_system?: unknown };
  return Boolean(inn) && Boolean(tax_system) && tax_system !== 'npd';
}

/** The default means that nobody has chosen yet. */
const isChosen = (options: Record<string, unknown>, key: 'siteTitle' | 'currency') =>
  typeof options[key] === 'string' && options[key] !== defaultSettings[key];

/** Requisites or contact details: keys of the company tab with a value. */
function hasCompany(options: Record<string, unknown>): boolean {
  return ['companyRequisites', 'contactDetails'].some((key) => hasText(options[key]));
}
