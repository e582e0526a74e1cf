import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ConsentedTerms, isCovered } from '@/contract/catalogue/products/sale-price';
import { businessZone } from '@/contract/core/day';
import { knownLanguages } from '@/contract/core/languages';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import type { FlashSaleRequestInput } from '@/contract/promotions/flash-sale/schema';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import { loadWords } from '@/server/core/words';
import { notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { lockProducts } from './flash-sale-products';

/**
 * A shop's product joins a sale only with the shop's recorded consent to its terms. This file gives and ends
 * consents.
 */

/** Fields of a sale that a shop consents to. */
export interface SaleToAgree extends ConsentedTerms {
  id: number;
  title: string;
}

/** Freezes the terms of a sale until the transaction ends. Must be the first lock in any transaction on a sale. */
export async function lockSale(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.selectFrom('flash_sale').select('id').where('id', '=', id).forShare().execute();
}

/** Throws NOT_FOUND. */
export async function readSale(ctx: Ctx, id: number): Promise<SaleToAgree> {
  const row = await ctx.db
    .selectFrom('flash_sale')
    .select(['id', 'title', 'type', 'rate', 'start_date', 'end_date'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const dates = { start_date: row.start_date.toISOString(), end_date: row.end_date.toISOString() };
  return { ...row, type: row.type as SaleToAgree['type'], ...dates };
}

/** Text of the terms with the current values of the sale. */
export async function renderTerms(
  ctx: Pick<Ctx, 'db' | 'locale'>,
  sale: SaleToAgree,
  language = ctx.locale,
): Promise<string> {
  const [word, settings] = await Promise.all([loadWords(language, 'promotions'), settingsOptions(ctx)]);
  const { currency, currencyOptions, maxSaleDiscount } = settings;
  const money = new Intl.NumberFormat(currencyOptions.formation, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const timeZone = businessZone();
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const values: Record<string, string> = {
    title: sale.title,
    discount: sale.type === 'percentage' ? `${number.format(sale.rate)} %` : money.format(sale.rate),
    start: moment.format(new Date(sale.start_date)),
    end: moment.format(new Date(sale.end_date)),
    limit: number.format(maxSaleDiscount),
    lowest: money.format(1),
  };
  return word('flash-sale-terms').replace(/\{\{(\w+)\}\}/g, (_all, key: string) => values[key] ?? '');
}

/** Throws VALIDATION_FAILED unless the accepted text equals the current terms. */
async function assertAccepted(ctx: Ctx, sale: SaleToAgree, accepted: string | undefined): Promise<void> {
  const refuse = (key: string) => new AppError('VALIDATION_FAILED', { fields: { accepted_terms: [key] } });
  if (!accepted) throw refuse('error-terms-required');
  for (const language of knownLanguages) {
    if ((await renderTerms(ctx, sale, language)) === accepted) return;
  }
  throw refuse('error-terms-changed');
}

interface Agreed {
  requestId: number;
  shopId: number;
  productIds: readonly number[];
  input: Pick<FlashSaleRequestInput, 'accepted_terms' | 'price_floors'>;
}

/** Records the shop's consent to a sale for these products, replacing earlier consent. */
export async function giveConsent(ctx: UserCtx, sale: SaleToAgree, agreed: Agreed): Promise<void> {
  const { requestId, shopId, productIds, input } = agreed;
  const terms = input.accepted_terms ?? '';
  await assertAccepted(ctx, sale, terms);
  const { maxSaleDiscount } = await settingsOptions(ctx);
  const floors = new Map(input.price_floors.map((one) => [one.product_id, one.min_price]));
  await endConsents(ctx, sql<SqlBool>`c.request_id = ${requestId}`, 'replaced');
  const { id: flash_sale_id, type, rate, start_date, end_date } = sale;
  await ctx.db
    .insertInto('flash_sale_consents')
    .values(
      productIds.map((product_id) => ({
        request_id: requestId,
        flash_sale_id,
        product_id,
        shop_id: shopId,
        given_by: ctx.user.id,
        given_at: ctx.now,
        min_price: floors.get(product_id) ?? null,
        type,
        rate,
        start_date,
        end_date,
        max_discount: maxSaleDiscount,
        terms,
      })),
    )
    .execute();
  await audit(ctx, {
    family: flashSaleRequests.name,
    id: requestId,
    action: 'consent',
    changes: { accepted_terms: [null, terms], requested_product_ids: [null, productIds] },
  });
}

export interface EndedConsent {
  request_id: number;
  product_id: number;
  shop_id: number;
}

/**
 * Ends consents and removes their products from the sale. Products are locked in the same order as by order
 * placement, so a concurrent order uses either the old or the new price.
 */
export async function endConsents(
  ctx: Ctx,
  which: RawBuilder<SqlBool>,
  reason: 'replaced' | 'withdrawn' | 'declined' | 'terms_changed',
): Promise<EndedConsent[]> {
  const live = sql<SqlBool>`c.ended_at is null and ${which}`;
  const { rows: found } = await sql<{ product_id: number }>`
    select c.product_id from flash_sale_consents c where ${live}`.execute(ctx.db);
  if (found.length === 0) return [];
  const products = found.map(({ product_id }) => product_id);
  await lockProducts(ctx, products);
  const by = reason === 'terms_changed' ? null : (ctx.user?.id ?? null);
  const { rows } = await sql<EndedConsent & { id: number }>`
    update flash_sale_consents c set ended_at = ${ctx.now}, ended_by = ${by}::bigint, end_reason = ${reason}
    where ${live} returning c.id, c.request_id, c.product_id, c.shop_id`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  await sql`delete from flash_sale_products where consent_id = any(${ids}::bigint[])`.execute(ctx.db);
  return rows;
}

/** Adds the products of a request to its sale. Throws SALE_CONSENT_REQUIRED when consent is missing for one. */
export async function joinWithConsent(ctx: Ctx, requestId: number): Promise<void> {
  const { rows } = await sql<{ shop: string; product: string }>`
    select s.name as shop, p.name as product
    from flash_sale_request_products l join flash_sale_requests r on r.id = l.request_id
      join products p on p.id = l.product_id join shops s on s.id = r.shop_id
    where l.request_id = ${requestId} and not exists (select 1 from flash_sale_consents c
      where c.request_id = l.request_id and c.product_id = l.product_id and c.ended_at is null)
    order by p.id`.execute(ctx.db);
  const [first] = rows;
  if (first) {
    const products = rows.map(({ product }) => `«${product}»`).join(', ');
    throw new AppError('SALE_CONSENT_REQUIRED', { names: { shop: first.shop, products } });
  }
  await sql`insert into flash_sale_products (flash_sale_id, product_id, consent_id)
    select c.flash_sale_id, c.product_id, c.id from flash_sale_consents c
    where c.request_id = ${requestId} and c.ended_at is null
    on conflict do nothing`.execute(ctx.db);
}

/**
 * After a change of terms: products without sufficient consent leave the sale and their shops are asked again. The
 * caller holds the lock of the sale.
 */
export async function requestNewConsent(ctx: Ctx, saleId: number): Promise<void> {
  const sale = await readSale(ctx, saleId);
  const consents = await ctx.db
    .selectFrom('flash_sale_consents')
    .select(['id', 'type', 'rate', 'start_date', 'end_date'])
    .where('flash_sale_id', '=', saleId)
    .where('ended_at', 'is', null)
    .execute();
  const broken = consents.filter((consent) => {
    const dates = { start_date: consent.start_date.toISOString(), end_date: consent.end_date.toISOString() };
    return !isCovered(sale, { ...consent, ...dates, type: consent.type as SaleToAgree['type'] });
  });
  const ids = broken.map(({ id }) => id);
  const ended = await endConsents(ctx, sql<SqlBool>`c.id = any(${ids}::bigint[])`, 'terms_changed');
  const requests = [...new Set(ended.map(({ request_id }) => request_id))];
  await sql`update flash_sale_requests set status = 'waiting', decided_by = null, decided_at = null,
      version = version + 1, updated_at = ${ctx.now}
    where id = any(${requests}::bigint[]) and status = 'approved'`.execute(ctx.db);
  for (const [shopId, rows] of Map.groupBy(ended, ({ shop_id }) => shop_id)) {
    await notifyShop(ctx, sale, shopId, rows[0]?.product_id);
  }
}

/** Notifies the people who may consent for the shop. */
export async function notifyShop(
  ctx: Ctx,
  sale: SaleToAgree,
  shopId: number,
  productId: number | undefined,
): Promise<void> {
  await notify(ctx, {
    receivers: await shopPeopleIds(ctx, shopId, 'promotions'),
    type: 'product',
    event: 'invited',
    tracker: sale.id,
    text: sale.title,
    shopId,
    ...(productId !== undefined && { subjectId: productId }),
  });
}
